// The package in a worker, for Node.
import { Worker } from 'node:worker_threads';
import { Connection } from './remote.js';

/** Loads the module in a worker. `worker.d.ts` documents its objects. */
export async function loadInWorker(module = undefined) {
  const worker = new Worker(new URL('./thread-node.js', import.meta.url));
  const connection = new Connection({
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    // A worker without calls lets the process end.
    waits: (isWaiting) => (isWaiting ? worker.ref() : worker.unref()),
  });
  worker.on('message', (message) => connection.answer(message));
  worker.on('error', (error) => connection.fail(error.message));
  worker.on('messageerror', () => connection.fail('an answer cannot be read'));
  worker.on('exit', (code) => connection.fail(`it ended with code ${code}`));
  return connection.load(module);
}
