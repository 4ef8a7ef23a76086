import { Worker } from 'node:worker_threads';
const worker = new Worker(new URL('./task.mjs', import.meta.url), { workerData: 5, name: 'task' });
worker.on('message', (m) => console.log(m));
worker.on('exit', (code) => console.log('exit', code));
