const { Worker } = require('node:worker_threads');
const run = (source, options) => new Promise((done) => {
  const worker = new Worker(source, { eval: true, ...options });
  worker.on('error', (e) => console.log('error', e.message));
  worker.on('exit', (code) => { console.log(JSON.stringify(source), code); done(); });
});
(async () => {
  await run('process.exit(7)');
  await run('process.exitCode = 9');
  await run('process.exit()');
  await run('process.exit(300)');
  await run('process.exit(-1)');
  await run('process.on("exit", () => { process.exitCode = 4; })');
  await run('process.on("exit", (c) => { process.exit(c + 5); })');
  await run('process.on("beforeExit", () => { process.exitCode = 11; })');
  await run('setTimeout(() => process.exit(2), 5); setInterval(() => {}, 1000)');
  await run('process.exitCode = 3; throw new Error("x")');
})();
