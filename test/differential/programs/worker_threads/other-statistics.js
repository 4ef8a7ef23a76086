// What a thread knows of another one.
const { Worker } = require('node:worker_threads');
const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
worker.on('online', async () => {
  const told = async (name, ask) => console.log(name, await Promise.resolve().then(ask).then((value) => value, (e) => e.code));
  await told('heap', async () => (await worker.getHeapStatistics()).total_heap_size > 0);
  await told('cpu', async () => (await worker.cpuUsage()).user > 0);
  await told('loop', () => worker.performance.eventLoopUtilization().active >= 0);
  worker.terminate();
});
