// The script of the worker, for Node.
import { parentPort } from 'node:worker_threads';
import { load } from './node.js';
import { serve } from './serve.js';

parentPort.on('message', serve((message) => parentPort.postMessage(message), load));
