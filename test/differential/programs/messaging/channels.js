const { MessageChannel, receiveMessageOnPort } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
port2.on('message', (m) => { console.log('port2', m); if (m.last) port2.close(); });
port2.on('close', () => console.log('port2 closed')); port1.on('close', () => console.log('port1 closed'));
port1.postMessage({ a: new Set([1]), big: 5n }); port1.postMessage({ buf: Buffer.from('x') });
const ab = new ArrayBuffer(8); port1.postMessage(ab, [ab]); console.log(ab.byteLength);
port1.postMessage({ last: true });
const b = new MessageChannel(); b.port1.postMessage('sync'); console.log(receiveMessageOnPort(b.port2), receiveMessageOnPort(b.port2)); b.port1.close();
for (const v of [() => {}, Symbol('x'), new WeakMap(), new URL('http://a'), Promise.resolve()]) { try { port1.postMessage(v); console.log('sent'); } catch (e) { console.log(e.name, e.code, e.message, e.constructor.name); } }
const c = new MessageChannel(); const d = new MessageChannel();
c.port2.onmessage = (ev) => { console.log('event', ev.data.p.constructor.name, ev.ports.length, ev.type); ev.data.p.postMessage('through'); c.port2.close(); };
d.port2.once('message', (m) => { console.log(m); d.port2.close(); });
c.port1.postMessage({ p: d.port1 }, [d.port1]);
const bc1 = new BroadcastChannel('x'), bc2 = new BroadcastChannel('x');
bc2.onmessage = (ev) => { console.log('bc', ev.data); bc1.close(); bc2.close(); };
bc1.postMessage('hello');
