const { Worker, MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
port1.postMessage('sent before the move');
const worker = new Worker(`
  require('node:worker_threads').parentPort.once('message', ({ port }) => {
    port.on('message', (m) => {
      if (m === 'bye') return port.close();
      port.postMessage('got ' + m);
    });
  });
`, { eval: true });
worker.postMessage({ port: port2 }, [port2]);
try { port2.postMessage('x'); console.log('no error'); } catch (error) { console.log(error.name, error.message); }
port1.on('message', (m) => { console.log(m); if (m === 'got second') port1.postMessage('bye'); });
port1.on('close', () => console.log('port1 closed'));
port1.postMessage('second');
worker.on('exit', (code) => console.log('exit', code));
