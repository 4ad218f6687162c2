// Calls from the page to the thread of the machine: the person's opponent, who also gives hints and analyzes games.
import { LexcError } from '../../wasm/lexc.js';

export class Machine {
  /** Starts the thread. The build script puts the thread's script into the page as text. */
  constructor(module) {
    const script = new Blob([document.getElementById('worker').textContent], { type: 'text/javascript' });
    this.worker = new Worker(URL.createObjectURL(script));
    this.waiting = new Map();
    this.count = 0;
    this.worker.onmessage = ({ data: { id, result, error } }) => {
      const { done, fail } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) done(result);
      else fail(new LexcError(error));
    };
    this.call('start', module);
  }

  /** Opens a lexicon, or leaves for the open one. */
  open(image) { return this.call('open', image); }

  /** Asks a question of runtime/wasm/game. Resolves to the answer. */
  ask(act, question) { return this.call('ask', { act, ...question }); }

  /** Calls the function `act` of the thread. Resolves to its result. The thread answers calls in the order of the calls. */
  call(act, message) {
    this.count += 1;
    const id = this.count;
    this.worker.postMessage({ id, act, message });
    return new Promise((done, fail) => { this.waiting.set(id, { done, fail }); });
  }
}
