import { Worker } from 'node:worker_threads';
import { once, on } from 'node:events';
const worker = new Worker('const { parentPort } = require("node:worker_threads"); for (let i = 0; i < 3; i++) parentPort.postMessage(i);', { eval: true });
const seen = [];
for await (const [m] of on(worker, 'message')) { seen.push(m); if (m === 2) break; }
console.log(seen, await once(worker, 'exit'));
