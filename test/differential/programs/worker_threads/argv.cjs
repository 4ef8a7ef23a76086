const { Worker, isMainThread } = require('node:worker_threads');
const path = require('node:path');
const show = () => console.log(process.argv.slice(1).map((a) => path.basename(a)), process.execArgv, process.argv0.length > 0, process.argv[0] === process.execPath);
if (isMainThread) {
  const next = [() => new Worker(__filename, { argv: ['a', 1, true] }), () => new Worker(__filename, { execArgv: ['--no-warnings'] }), () => new Worker(`(${show})()`.replace('path', 'require("path")'), { eval: true, argv: ['z'] })];
  const step = () => next.shift()?.().on('exit', step);
  step();
} else show();
