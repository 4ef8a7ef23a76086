process.on('unhandledRejection', (reason, p) => { console.log('unhandled', reason.message, p instanceof Promise); p.catch(() => console.log('late handler')); });
process.on('rejectionHandled', (p) => console.log('handled', p instanceof Promise));
Promise.reject(new Error('one'));
const p = Promise.reject(new Error('two')); process.nextTick(() => p.catch((e) => console.log('in time', e.message)));
Promise.resolve().then(() => { const q = Promise.reject(new Error('three')); process.nextTick(() => q.catch((e) => console.log('in time', e.message))); });
(async () => { await null; throw new Error('four'); })();
setTimeout(() => console.log('end'), 5);
