// The same order when contexts are carried.
const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage(); const order = []; const log = (x) => order.push(x);
als.run(1, () => { (async () => { log('a1'); await null; log('a2'); await undefined; log('a3'); await Promise.resolve(); log('a4'); await { then(r) { r(); } }; log('a5'); await (async () => {})(); log('a6'); await (class extends Promise {}).resolve(); log('a7'); })(); });
(async () => { log('b1'); for (let i = 2; i < 12; i++) { await i; log('b' + i); } })();
Promise.resolve().then(() => log('p1')).then(() => log('p2')).then(() => log('p3')); queueMicrotask(() => log('m1')); process.nextTick(() => log('t1'));
setTimeout(() => console.log(order.join(' ')), 5);
