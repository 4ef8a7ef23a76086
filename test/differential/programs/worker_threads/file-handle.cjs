const { Worker } = require('node:worker_threads');
const fs = require('node:fs/promises');
(async () => {
  const handle = await fs.open(__filename);
  const worker = new Worker(`
    const { parentPort } = require('node:worker_threads');
    parentPort.once('message', async ({ handle }) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
      await handle.close();
      parentPort.postMessage([buffer.toString(), bytesRead, handle.constructor.name]);
    });
  `, { eval: true });
  try { worker.postMessage({ handle }); } catch (error) { console.log(error.name, error.message); }
  worker.postMessage({ handle }, [handle]);
  console.log(handle.fd);
  worker.on('message', (m) => console.log(m));
})();
