const ah = require('async_hooks');
const { AsyncLocalStorage, AsyncResource } = ah;
const l = console.log;
const als = new AsyncLocalStorage();
als.run({ id: 1 }, () => {
  setTimeout(() => l('t', als.getStore()), 1);
  setImmediate(() => l('i', als.getStore()));
  process.nextTick(() => l('n', als.getStore()));
  Promise.resolve().then(() => l('p', als.getStore()));
  queueMicrotask(() => l('m', als.getStore()));
  require('fs').stat('.', () => l('f', als.getStore()));
  require('fs')
    .promises.stat('.')
    .then(() => l('fp', als.getStore()));
  (async () => {
    await new Promise((r) => setTimeout(r, 2));
    l('aw', als.getStore());
    als.run(2, () => l('in', als.getStore()));
    await als.run(3, async () => {
      await Promise.resolve();
      l('in3', als.getStore());
    });
    l('out', als.getStore());
    for await (const x of (async function* () {
      yield 1;
      yield als.getStore();
    })())
      l('gen', x, als.getStore());
    await Promise.all(
      [1, 2].map(async (x) => {
        als.enterWith(x);
        await Promise.resolve();
        l('e', x, als.getStore());
      }),
    );
    l('after', als.getStore());
  })();
  const e = new (require('events'))();
  e.on('x', () => l('ev', als.getStore()));
  als.exit(() => {
    e.emit('x');
    l('ex', als.getStore());
  });
});
l(als.getStore());
const b = als.run('bound', () => AsyncLocalStorage.bind(() => als.getStore()));
l(b());
const snap = als.run('snap', () => AsyncLocalStorage.snapshot());
l(snap(() => als.getStore()));
class R extends AsyncResource {
  constructor() {
    super('RR');
  }
}
const r = als.run('res', () => new R());
l(
  r.runInAsyncScope(() => als.getStore()),
  typeof r.asyncId(),
  r.bind(() => als.getStore())(),
);
try {
  new AsyncResource();
} catch (e) {
  l(e.code, e.message);
}
l(new AsyncLocalStorage({ defaultValue: 7, name: 'nm' }).getStore());
als.disable();
l(als.getStore());
const types = [];
const h = ah
  .createHook({
    init(id, type) {
      types.push(type);
    },
    destroy() {},
  })
  .enable();
setTimeout(() => {}, 1);
setImmediate(() => {});
process.nextTick(() => {});
require('fs').stat('.', () => {});
new R();
h.disable();
l(types.filter((x) => x !== 'PROMISE'));
l(ah.executionAsyncId(), ah.triggerAsyncId(), typeof ah.executionAsyncResource());
try {
  ah.createHook({ init: 5 });
} catch (e) {
  l(e.code, e.message);
}
l(Object.keys(ah));
const dc = require('diagnostics_channel');
const ch = dc.channel('c');
ch.subscribe((m, n) => l('dc', m, n));
ch.publish({ a: 1 });
l(ch.hasSubscribers, dc.hasSubscribers('z'));
const tc = dc.tracingChannel('tr');
tc.subscribe({
  start(m) {
    l('start', m);
  },
  end(m) {
    l('end', m);
  },
  error(m) {
    l('error', m.error.message);
  },
  asyncStart() {
    l('as');
  },
  asyncEnd() {
    l('ae');
  },
});
tc.traceSync(() => 1, { x: 1 });
try {
  tc.traceSync(() => {
    throw new Error('te');
  }, {});
} catch {}
tc.tracePromise(async () => 5, {}).then((x) => l(x));
ch.bindStore(als, (x) => x.v);
ch.runStores({ v: 9 }, () => l('store', als.getStore()));
