import { isMainThread, Worker } from 'node:worker_threads';
if (isMainThread) new Worker(new URL(import.meta.url));
else console.log('in a thread');
