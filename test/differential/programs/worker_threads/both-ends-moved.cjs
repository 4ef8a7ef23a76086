// Both ends of a channel go to threads, one after the other, with a message on its way between them.
const { Worker, MessageChannel } = require('node:worker_threads');
const make = () => new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', ({ port, say }) => {
    port.on('message', (m) => { parentPort.postMessage(m); if (m === 'last') port.close(); });
    if (say) port.postMessage(say);
  });
`, { eval: true });
const { port1, port2 } = new MessageChannel();
port1.postMessage({ early: 1, again: new Map([[1, 2]]) });
port1.postMessage('early, too');
const one = make(), two = make();
two.on('message', (m) => console.log('two got', m));
two.on('exit', (code) => console.log('exit', code));
one.on('exit', (code) => console.log('exit', code));
one.postMessage({ port: port1, say: 'last' }, [port1]);
two.postMessage({ port: port2 }, [port2]);
