const { Worker } = require('node:worker_threads');
process.env.FROM_MAIN = 'yes';
delete process.env.NODE_OPTIONS;
const run = (env) => new Promise((done) => {
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    process.env.SET_INSIDE = 'x';
    parentPort.postMessage([process.env.FROM_MAIN, process.env.ONLY, process.env.NUM, Object.keys(process.env).length]);
  `, { eval: true, ...(env === undefined ? {} : { env }) });
  worker.on('message', ([a, b, c, n]) => console.log(a, b, c, n < 4));
  worker.on('exit', done);
});
(async () => {
  await run();
  await run({ ONLY: 'one', NUM: 5 });
  await run(null);
  console.log(process.env.SET_INSIDE);
})();
