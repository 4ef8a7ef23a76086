// Ports close while immediates follow one another, and two that answer each other leave the loop its timers.
const { MessageChannel } = require('worker_threads');
let n = 0;
const tick = () => { n++; if (n < 40) setImmediate(tick); };
setImmediate(tick);
const { port1, port2 } = new MessageChannel();
port1.on('close', () => console.log('close1', n > 30));
port2.on('close', () => console.log('close2', n > 30));
port2.on('message', () => { n = 0; port1.close(); });
port1.postMessage(1);
const c = new MessageChannel();
c.port1.onmessage = () => {}; c.port2.onmessage = () => {};
c.port1.close(() => console.log('c1', n > 30)); c.port2.close(() => console.log('c2', n > 30));
{
  const { port1, port2 } = new MessageChannel();
  let count = 0;
  port1.on('message', () => { if (count++ === 0) setTimeout(() => { console.log('timer', count < 10000); port1.close(); }, 0); if (count > 20000) port1.close(); port2.postMessage(0); });
  port2.postMessage(0);
}
try { require('node:worker_threads').moveMessagePortToContext((() => { const { port2 } = new MessageChannel(); port2.close(); return port2; })(), {}); } catch (e) { console.log(e.code, e.message); }
