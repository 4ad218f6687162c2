'use strict';
// The page's side of the machine's thread.

class Machine {
  /** Starts the thread. Its script is the library's followed by the worker's, both of which the page has as text. */
  constructor(module) {
    const script = new Blob([$('library').textContent, $('worker').textContent], { type: 'text/javascript' });
    this.worker = new Worker(URL.createObjectURL(script));
    this.waiting = new Map();
    this.count = 0;
    this.worker.onmessage = ({ data: { id, result, error } }) => {
      const { done, fail } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) done(result);
      else fail(new LexcError(error, 0));
    };
    this.ask('start', { module });
  }

  /** Calls a function of the thread, and resolves to the result. The thread answers calls in their order. */
  ask(act, message) {
    this.count += 1;
    const id = this.count;
    this.worker.postMessage({ id, act, message });
    return new Promise((done, fail) => { this.waiting.set(id, { done, fail }); });
  }
}
