// Runs a WebAssembly module, compiled from plain.rs: node plain.mjs MODULE.wasm
import { readFileSync, writeSync } from 'node:fs';

const write = (file, address, length) =>
    writeSync(file, new Uint8Array(instance.exports.memory.buffer, address, length));
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { host: { write } });
process.exit(instance.exports.main(0, 0));
