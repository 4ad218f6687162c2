// The package in a worker, for browsers.
import { Connection } from './remote.js';

/** Loads the module in a worker. `worker.d.ts` documents its objects. */
export async function loadInWorker(module = undefined) {
  const worker = new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
  const connection = new Connection({ post: (message) => worker.postMessage(message), end: () => worker.terminate(), waits: () => {} });
  worker.onmessage = ({ data }) => connection.answer(data);
  worker.onerror = (event) => connection.fail(event.message ?? 'its script cannot be loaded');
  worker.onmessageerror = () => connection.fail('an answer cannot be read');
  return connection.load(module);
}
