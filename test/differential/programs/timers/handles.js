const l = console.log;
const { setTimeout: st, setInterval: si, setImmediate: sim, scheduler } = require('timers/promises');
const tm = setTimeout(() => {}, 10, 1);
l(tm.hasRef(), tm.unref().hasRef(), tm.ref() === tm, tm.refresh() === tm, typeof +tm, tm[Symbol.toPrimitive]() > 0);
clearTimeout(tm);
l(tm._destroyed);
clearTimeout(String(+setTimeout(() => l('never'), 1)));
clearTimeout({});
clearTimeout(null);
clearInterval(5);
try {
  setTimeout('x');
} catch (e) {
  l(e.code, e.message);
}
try {
  setImmediate();
} catch (e) {
  l(e.code);
}
const im = setImmediate(() => {});
l(im.hasRef());
clearImmediate(im);
process.on('warning', (w) => l(w.name, w.message));
setTimeout(() => {}, -5);
setTimeout(() => {}, 2 ** 31).unref();
setTimeout(() => {}, NaN);
l(
  require('util')
    .inspect(setTimeout(function nm() {}, 3))
    .replace(/_idleStart: \d+/, 'S')
    .replace(/\[Symbol\(asyncId\)\]: \d+/, 'A')
    .replace(/\[Symbol\(triggerId\)\]: \d+/, 'T'),
);
let n = 0;
const iv = setInterval(
  function (a, b) {
    l('iv', a, b, this === iv);
    if (++n < 3) return;
    clearInterval(iv);
    afterInterval();
  },
  1,
  'a',
  'b',
);
async function afterInterval() {
  l(await st(2, 'v'));
  l(await sim('i'));
  const ac = new AbortController();
  setTimeout(() => ac.abort(new Error('why')), 1);
  try {
    await st(1000, null, { signal: ac.signal });
  } catch (e) {
    l(e.name, e.code, e.message, e.cause?.message);
  }
  let k = 0;
  for await (const x of si(1, 't')) {
    if (++k > 2) break;
  }
  l(k);
  await scheduler.wait(1);
  await scheduler.yield();
  l(require('util').promisify(setTimeout)[Symbol.for('x')], await require('util').promisify(setTimeout)(1, 'p'));
  {
    using d = setTimeout(() => l('disposed?'), 1);
  }
  l('done');
  queueMicrotask(() => l('micro'));
  try {
    queueMicrotask(5);
  } catch (e) {
    l(e.code);
  }
}
