const { Worker } = require('node:worker_threads');
const worker = new Worker('import fs from "node:fs"; console.log(typeof fs.readFileSync, typeof require, import.meta.url.startsWith("file:"))', { eval: true, execArgv: ['--input-type=module'] });
worker.on('error', (e) => console.log(e.message));
worker.on('exit', (code) => console.log('exit', code));
