const { Worker } = require('node:worker_threads');
const channel = require('node:diagnostics_channel');
channel.subscribe('worker_threads', ({ worker }) => console.log('channel', worker instanceof Worker));
process.on('worker', (worker) => console.log('worker event', worker instanceof Worker, worker.threadId));
const worker = new Worker('', { eval: true });
worker.on('exit', () => console.log('exit'));
