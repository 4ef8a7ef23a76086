const { Worker } = require('node:worker_threads');
const fs = require('node:fs');
const worker = new Worker(`
  const fs = require('node:fs');
  fs.writeFileSync('made.txt', 'by worker');
  fs.promises.readFile('made.txt', 'utf8').then((t) => { console.log('read', t); fs.createReadStream('made.txt').on('data', (d) => console.log('stream', String(d))).on('close', () => fs.unlinkSync('made.txt')); });
`, { eval: true });
worker.on('exit', (c) => console.log('exit', c, fs.existsSync('made.txt')));
