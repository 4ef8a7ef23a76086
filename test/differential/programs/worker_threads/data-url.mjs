import { Worker } from 'node:worker_threads';
const source = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage([import.meta.url.slice(0, 20), typeof require]);`;
const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
worker.on('message', (m) => console.log(m));
worker.on('exit', (code) => console.log('exit', code));
