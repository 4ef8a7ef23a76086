import { Worker, locks } from 'node:worker_threads';
await locks.request('r', async (lock) => console.log(lock.name, lock.mode));
console.log(await locks.request('r', { ifAvailable: true }, (lock) => lock?.mode));
const worker = new Worker(`
  const { locks, parentPort } = require('node:worker_threads');
  locks.request('shared-lock', async () => { parentPort.postMessage('held'); await new Promise((r) => setTimeout(r, 30)); parentPort.postMessage('released'); });
`, { eval: true });
worker.on('message', async (m) => {
  console.log(m);
  if (m === 'held') await locks.request('shared-lock', () => console.log('main has it'));
});
