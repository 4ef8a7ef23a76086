// Several messages wait when the one who listens has heard enough.
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
port2.once('message', (m) => {
  console.log('once', m);
  setTimeout(() => {
    console.log('timer');
    port2.on('message', (m) => { console.log('later', m); if (m === 4) port1.close(closing); });
  }, 5);
});
for (const i of [1, 2, 3, 4]) port1.postMessage(i);

function closing() {
  const { port1, port2 } = new MessageChannel();
  port2.on('message', (m) => { console.log('closing', m); port2.close(); });
  port2.on('close', () => { console.log('closed'); moving(); });
  for (const i of [1, 2, 3]) port1.postMessage(i);
}

function moving() {
  const c = new MessageChannel(), d = new MessageChannel();
  c.port2.once('message', (m) => { console.log('moving', m); d.port1.postMessage(c.port2, [c.port2]); });
  d.port2.once('message', (port) => { port.on('message', (m) => { console.log('moved', m); if (m === 3) { port.close(); d.port2.close(); orphaned(); } }); });
  for (const i of [1, 2, 3]) c.port1.postMessage(i);
}

// The other end of the port that is sent has closed.
function orphaned() {
  const e = new MessageChannel(), f = new MessageChannel();
  f.port2.on('message', (port) => { port.on('close', () => { console.log('orphan closed'); f.port2.close(); }); });
  e.port2.close();
  f.port1.postMessage(e.port1, [e.port1]);
}
