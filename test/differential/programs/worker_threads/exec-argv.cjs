// node: --no-deprecation
const { Worker } = require('node:worker_threads');
const source = 'console.log(process.execArgv, process.noDeprecation, process.traceDeprecation, require("node:worker_threads").isMainThread)';
const steps = [{}, { execArgv: ['--trace-deprecation'] }, { execArgv: [] }, { env: { A: '1' } }, { env: { NODE_OPTIONS: '--trace-deprecation' } }];
const step = () => { const options = steps.shift(); if (options) new Worker(source, { eval: true, ...options }).on('exit', step); };
step();
