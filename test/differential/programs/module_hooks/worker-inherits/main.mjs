import { register } from 'node:module';
import { Worker } from 'node:worker_threads';
register('./hooks.mjs', import.meta.url);
const worker = new Worker(new URL('./task.mjs', import.meta.url));
worker.on('error', (error) => console.log('error', error.message));
worker.on('exit', (code) => console.log('exit', code));
