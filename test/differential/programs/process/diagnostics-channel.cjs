const dc = require('node:diagnostics_channel');
const channel = dc.channel('mine');
const listener = (message, name) => console.log('got', message, name);
console.log(channel.hasSubscribers, dc.hasSubscribers('mine'));
channel.subscribe(listener);
channel.publish({ a: 1 });
console.log(dc.hasSubscribers('mine'), dc.channel('mine') === channel, dc.unsubscribe('mine', listener), dc.unsubscribe('mine', listener));
const tracing = dc.tracingChannel('work');
tracing.subscribe({ start: (m) => console.log('start', m.id), end: (m) => console.log('end', m.result), asyncStart: () => console.log('asyncStart'), asyncEnd: () => console.log('asyncEnd'), error: (m) => console.log('error', m.error.message) });
console.log(tracing.traceSync(() => 'sync', { id: 1 }));
try { tracing.traceSync(() => { throw new Error('bad'); }, { id: 2 }); } catch {}
tracing.tracePromise(async () => 'later', { id: 3 }).then((r) => console.log('promise', r));
const { AsyncLocalStorage } = require('node:async_hooks');
const store = new AsyncLocalStorage();
channel.bindStore(store, (data) => data.n);
console.log(channel.runStores({ n: 5 }, () => store.getStore()));
