// The page, served as Vite's bundle and as plain files. Finds plays here and in a worker, and counts the page's frames while the
// worker searches.
import { load } from 'lexc';
import { loadInWorker } from 'lexc/worker';

/** Frames per second while `work` takes about a second. */
async function framesDuring(work) {
  const started = performance.now();
  let frames = 0;
  let isOn = true;
  const draw = () => { frames += 1; if (isOn) requestAnimationFrame(draw); };
  requestAnimationFrame(draw);
  await work(started + 1000);
  isOn = false;
  return Math.round(frames * 1000 / (performance.now() - started));
}

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
  let searches = 0;
  const search = async (end) => {
    for (; performance.now() < end; searches++) await game.best(5);
  };
  const wait = (end) => new Promise((done) => setTimeout(done, end - performance.now()));
  // Measures up to ten times, because the machine may be busy with other work.
  let rates;
  for (let tries = 0; tries < 10 && !(rates?.busy >= 0.8 * rates?.idle); tries++) rates = { idle: await framesDuring(wait), busy: await framesDuring(search) };
  const problem = await there.has('A1').catch((error) => `${error.name}: ${error.message}`);
  await remote.close();
  return { best: position.best()[0].text, there: (await remote.open(image).catch(({ name }) => name)), searches, rates, problem, words: lexicon.size };
}

run().then((result) => { globalThis.result = result; }, (error) => { globalThis.result = { failure: error.stack }; });
