// A thread that takes more memory than it was allowed.
const { Worker } = require('node:worker_threads');
const source = `
const { parentPort } = require('node:worker_threads');
const keep = [];
for (let i = 0; i < 3_000_000; i++) keep.push({ i });
parentPort.postMessage(keep.length);
`;
new Worker(source, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 } })
  .on('message', (message) => console.log('message', message))
  .on('error', (e) => console.log(e.code))
  .on('exit', (code) => console.log('exit', code));
