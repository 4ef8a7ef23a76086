// The end that is closed tells so first, the other one hears of it afterwards; both are referenced until then.
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const tell = (name) => console.log(name, port1.hasRef(), port2.hasRef());
tell('made');
port1.ref();
tell('ref');
port2.on('message', () => {});
port1.on('close', () => tell('close of 1'));
port2.on('close', () => tell('close of 2'));
port2.close();
tell('closing');
port2.unref();
tell('unref');
port2.ref();
setImmediate(() => tell('immediate'));
port1.postMessage('lost');
setTimeout(() => tell('later'), 30);
const { port1: other } = new MessageChannel();
for (const options of [null, 5, 'a', { transfer: null }, { transfer: 5 }, { transfer: 'ab' }, { transfer: undefined }, { transfer: {} }, {}]) {
  try { other.postMessage(1, options); console.log('sent', options); } catch (e) { console.log(options, e.code, e.message); }
}
other.close();
