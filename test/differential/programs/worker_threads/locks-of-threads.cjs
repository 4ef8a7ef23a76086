// A thread's query tells of its own locks alone; a lock that is stolen in the thread that holds it rejects at once.
const { Worker } = require('node:worker_threads');
const plain = ({ held, pending }) => JSON.stringify([held.sort((a, b) => (a.name < b.name ? -1 : 1)), pending]).replaceAll(String(process.pid), 'PID');
const worker = new Worker(`const { parentPort } = require('node:worker_threads');
  navigator.locks.request('shared', { mode: 'shared' }, () => new Promise((done) => parentPort.once('message', done)));
  navigator.locks.request('r', () => new Promise((done) => parentPort.once('message', done)));
  navigator.locks.request('r', () => 1);
  setImmediate(async () => parentPort.postMessage(await navigator.locks.query()));`, { eval: true });
worker.once('message', async (state) => {
  console.log('thread', plain(state));
  const waiting = navigator.locks.request('r', { mode: 'shared' }, () => 'got it');
  await navigator.locks.request('shared', { mode: 'shared' }, async () => console.log('main', plain(await navigator.locks.query())));
  worker.postMessage('release');
  console.log(await waiting);
  const said = navigator.locks.request('stolen', async () => 'done').catch((e) => `${e.name} ${e.message}`);
  console.log(await navigator.locks.request('stolen', { steal: true }, async () => 'thief'), await said);
});
