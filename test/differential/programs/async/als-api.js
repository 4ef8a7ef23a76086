const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage({ defaultValue: 'default', name: 'mine' });
console.log(als.getStore(), als.name, als.run(1, () => als.getStore()), als.run(1, (a, b) => [a, b, als.exit(() => als.getStore())], 'x', 'y'));
try { als.run(2, () => { throw new Error(`in ${als.getStore()}`); }); } catch (e) { console.log(e.message, als.getStore()); }
als.enterWith('entered'); console.log(als.getStore()); als.disable(); console.log(als.getStore()); als.run('again', () => console.log(als.getStore()));
const snap = als.run('snapped', () => AsyncLocalStorage.snapshot()); console.log(snap(() => als.getStore()), snap((x) => x + als.getStore(), 'arg '));
const bound = als.run('bound', () => AsyncLocalStorage.bind((x) => x + als.getStore())); console.log(bound('b '), bound.length);
const res = als.run('res', () => new AsyncResource('T')); console.log(res.runInAsyncScope((a) => a + als.getStore(), null, 'r '), res.bind(() => als.getStore())());
