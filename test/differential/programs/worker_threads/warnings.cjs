const { Worker } = require('node:worker_threads');
const worker = new Worker('process.on("warning", (w) => console.log(w.name, w.message)); process.emitWarning("careful", "Mine"); setTimeout(() => {}, 5)', { eval: true, stderr: true });
worker.stderr.setEncoding('utf8').on('data', (d) => console.log('stderr', d.replace(/\d+/, 'N').trim()));
