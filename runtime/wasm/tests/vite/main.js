// The page of a bundle and of a plain server: finds a play here and in a worker, and counts frames meanwhile.
import { load } from 'lexc';
import { loadInWorker } from 'lexc/worker';

async function run() {
  const image = await (await fetch('compact.dawg')).arrayBuffer();
  const lexc = await load();
  const lexicon = lexc.open(image);
  const position = lexicon.position();
  position.setRack('RETINAS');
  const remote = await loadInWorker();
  const there = await remote.open(image);
  const game = await there.position();
  await game.setRack('AEINR??');
  let frames = 0;
  let isOn = true;
  const draw = () => { frames += 1; if (isOn) requestAnimationFrame(draw); };
  requestAnimationFrame(draw);
  const started = performance.now();
  let searches = 0;
  for (; performance.now() < started + 1000; searches++) await game.best(5);
  isOn = false;
  const rate = frames * 1000 / (performance.now() - started);
  const problem = await there.has('A1').catch((error) => `${error.name}: ${error.message}`);
  await remote.close();
  return { best: position.best()[0].text, there: (await remote.open(image).catch(({ name }) => name)), searches, rate, problem, words: lexicon.size };
}

run().then((result) => { globalThis.result = result; }, (error) => { globalThis.result = { failure: error.stack }; });
