// The machine's thread: asks the module of runtime/wasm/game while the page draws. Opens the images of the page again.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** The compiled module, the functions of its instance, and the open images. */
let module, calls;
let images = [];

/** Calls a function of the module with these bytes. Returns its answer. */
function call(name, bytes) {
  const address = calls.lexc_game_input(bytes.length) >>> 0;
  new Uint8Array(calls.memory.buffer, address, bytes.length).set(bytes);
  const length = calls[name]() >>> 0;
  const answer = JSON.parse(decoder.decode(new Uint8Array(calls.memory.buffer, calls.lexc_game_output() >>> 0, length)));
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** Makes an instance of the module, with the images that are open. */
async function instantiate() {
  calls = (await WebAssembly.instantiate(module, {})).exports;
  for (const image of images) call('lexc_game_open', image);
}

const acts = {
  async start(bytes) {
    module = await WebAssembly.compile(bytes);
    await instantiate();
  },

  open(image) {
    const { leaves } = call('lexc_game_open', image);
    images = leaves ? [images[0], image] : [image];
  },

  ask(question) { return call('lexc_game_ask', encoder.encode(JSON.stringify(question))); },
};

async function run({ id, act, message }) {
  try {
    if (module && !calls) await instantiate();
    postMessage({ id, result: await acts[act](message) });
  } catch (error) {
    // A panic leaves the instance in the middle of its work: the next act starts with a new one.
    if (error instanceof WebAssembly.RuntimeError) calls = undefined;
    postMessage({ id, error: error.message });
  }
}

/** Resolves after the latest act: acts run one after another. */
let latest = Promise.resolve();

onmessage = ({ data }) => { latest = latest.then(() => run(data)); };
