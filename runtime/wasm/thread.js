// The script of the worker, for browsers.
import { load } from './lexc.js';
import { serve } from './serve.js';

const receive = serve((message) => self.postMessage(message), load);
self.onmessage = ({ data }) => receive(data);
