const { Worker } = require('node:worker_threads');
const sources = ['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', 'await_forever: for (;;) { try { for (;;); } finally { continue await_forever; } }'];
(async () => {
  for (const source of sources) {
    const worker = new Worker(`require("node:worker_threads").parentPort.postMessage("go"); ${source}`, { eval: true });
    await new Promise((done) => worker.once('message', done));
    console.log(await new Promise((done) => setTimeout(() => worker.terminate().then(done), 50)));
  }
  process.exit();
})();
