const { Worker } = require('node:worker_threads');
const sources = ['throw 42', 'throw null', 'throw undefined', 'throw { a: 1 }', 'throw "text"', 'throw Symbol("s")', 'throw () => 1', 'null.x', 'Promise.reject(new RangeError("late"))', 'throw Object.assign(new Error("m"), { code: "E_X", fn() {} })'];
(async () => {
  for (const source of sources) {
    const worker = new Worker(source, { eval: true });
    await new Promise((done) => {
      worker.on('error', (error) => console.log(source, '->', error?.message ?? error, error?.code));
      worker.on('exit', (code) => { console.log('exit', code); done(); });
    });
  }
})();
