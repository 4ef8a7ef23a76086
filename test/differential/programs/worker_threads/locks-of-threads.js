// Each thread is told of its own locks alone; one that is stolen is lost at once.
const { Worker } = require('worker_threads');
(async () => {
  console.log(await navigator.locks.request('a', { mode: 'shared' }, async () => (await navigator.locks.query()).held.map((l) => [l.name, l.mode, l.clientId === `node-${process.pid}-0`])));
  let stolen;
  const first = navigator.locks.request('steal', async () => 'original').catch((e) => { stolen = e; return 'rejected'; });
  console.log(await navigator.locks.request('steal', { steal: true }, async (l) => 'mine'), await first, stolen?.name, stolen?.message);
  const w = new Worker(`
    const { parentPort } = require('worker_threads');
    navigator.locks.request('r', { mode: 'shared' }, async (lock) => {
        const state = await navigator.locks.query();
        parentPort.postMessage(state.held.map((l) => [l.name, l.clientId.replace(process.pid, 'P'), l.mode]));
        await new Promise(resolve => { parentPort.once('message', () => resolve()); });
      }).catch(err => parentPort.postMessage({ error: err.message }));`, { eval: true });
  console.log(await new Promise((r) => w.once('message', r)));
  await navigator.locks.request('r', { mode: 'shared' }, async () => {
    console.log((await navigator.locks.query()).held.map((l) => [l.name, l.clientId.replace(process.pid, 'P'), l.mode]));
    w.postMessage(1);
  });
  await w.terminate();
})();
