const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (m) => {
    if (m === null) return parentPort.close();
    parentPort.postMessage({ n: m.text.length, last: m.text.at(-1), sum: m.bytes.reduce((a, b) => a + b, 0), rows: m.rows.length, text: m.text });
  });
`, { eval: true });
const text = 'é€x'.repeat(100_000), bytes = new Uint8Array(700_000).fill(3), rows = Array.from({ length: 5000 }, (_, i) => ({ i, s: `row ${i}` }));
worker.on('message', (m) => { console.log(m.n, m.last, m.sum, m.rows, m.text === text); worker.postMessage(null); });
worker.on('exit', (c) => console.log('exit', c));
worker.postMessage({ text, bytes, rows });
