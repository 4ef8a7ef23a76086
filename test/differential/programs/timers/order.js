console.log('sync');
process.nextTick(() => { console.log('tick1'); Promise.resolve().then(() => console.log('tick1-micro')); process.nextTick(() => console.log('tick1-tick')); });
process.nextTick(() => console.log('tick2'));
Promise.resolve().then(() => { console.log('micro1'); process.nextTick(() => console.log('micro1-tick')); Promise.resolve().then(() => console.log('micro2')); });
queueMicrotask(() => console.log('qm'));
setImmediate(() => {
  console.log('imm1');
  setTimeout(() => { console.log('t1'); process.nextTick(() => console.log('t1-tick')); Promise.resolve().then(() => console.log('t1-micro')); }, 1);
  setTimeout(() => console.log('t2'), 1);
  process.nextTick(() => console.log('imm1-tick')); Promise.resolve().then(() => console.log('imm1-micro'));
});
setImmediate(() => console.log('imm2'));
process.on('beforeExit', (c) => console.log('beforeExit', c));
process.on('exit', (c) => console.log('exit', c));
