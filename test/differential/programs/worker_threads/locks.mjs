import { Worker, locks } from 'node:worker_threads';
await locks.request('r', async (lock) => console.log(lock.name, lock.mode));
console.log(await locks.request('r', { ifAvailable: true }, (lock) => lock?.mode));
const worker = new Worker(`
  const { locks, parentPort } = require('node:worker_threads');
  locks.request('shared-lock', async () => { parentPort.postMessage('held'); await new Promise((r) => setTimeout(r, 30)); parentPort.postMessage('released'); });
`, { eval: true });
// The lock and the message that it is free come by different ways, in either order.
const seen = [];
worker.on('message', async (m) => {
  seen.push(m);
  if (m === 'held') await locks.request('shared-lock', () => seen.push('main has it'));
});
process.on('exit', () => console.log(seen.sort()));
