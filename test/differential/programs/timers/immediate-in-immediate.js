const log = [];
setImmediate(() => { log.push(1); setImmediate(() => log.push(4)); process.nextTick(() => log.push(2)); });
setImmediate(() => { log.push(3); });
setImmediate(() => setTimeout(() => { log.push('t'); setImmediate(() => log.push('i')); }, 50));
process.on('exit', () => console.log(log.join(' ')));
