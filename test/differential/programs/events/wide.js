const EE = require('events');
const l = console.log;
const { once, on, getEventListeners, errorMonitor, captureRejectionSymbol } = EE;
const e = new EE();
l(e);
e.on('a', function f() {
  l('a', this === e, [...arguments]);
});
e.prependListener('a', () => l('first'));
e.once('a', () => l('once'));
l(e.emit('a', 1, 2), e.emit('a'), e.emit('zz'), e.listenerCount('a'), e.eventNames(), e.listeners('a'), e.rawListeners('a'));
try {
  e.emit('error', new Error('boom'));
} catch (x) {
  l(x.message);
}
try {
  e.emit('error', { a: 1 });
} catch (x) {
  l(x.message, x.code, x.context);
}
try {
  e.emit('error');
} catch (x) {
  l(x.message);
}
try {
  e.on('x', 5);
} catch (x) {
  l(x.message);
}
e.on(errorMonitor, (x) => l('mon', x.message));
try {
  e.emit('error', new TypeError('tt'));
} catch {}
l(EE.defaultMaxListeners, e.getMaxListeners(), e.setMaxListeners(3) === e);
l(EE.usingDomains, Object.keys(EE));
e.on('newListener', (n, f) => l('new', n));
e.on('removeListener', (n) => l('rem', n));
e.on('q', () => {});
e.removeAllListeners('q');
e.removeAllListeners();
l(e.eventNames());
(async () => {
  setTimeout(() => e.emit('p', 1, 2), 1);
  l(await once(e, 'p'));
  setTimeout(() => e.emit('error', new Error('er')), 1);
  try {
    await once(e, 'p2');
  } catch (x) {
    l('rej', x.message);
  }
  const ac = new AbortController();
  setTimeout(() => ac.abort(), 1);
  try {
    await once(e, 'p3', { signal: ac.signal });
  } catch (x) {
    l(x.name, x.code, x.message);
  }
  setTimeout(() => {
    e.emit('s', 1);
    e.emit('s', 2);
    e.emit('end');
  }, 1);
  for await (const v of on(e, 's', { close: ['end'] })) l(v);
  const et = new EventTarget();
  et.addEventListener('x', (ev) => l(ev.type, ev.target === et, ev.detail, ev instanceof CustomEvent), { once: true });
  l(et.dispatchEvent(new CustomEvent('x', { detail: 5, cancelable: true })), getEventListeners(et, 'x').length);
  et.addEventListener('t', (ev) => {
    ev.preventDefault();
  });
  const ev = new Event('t', { cancelable: true });
  l(et.dispatchEvent(ev), ev.defaultPrevented);
  l(EE.getMaxListeners(et));
  class C extends EE {
    constructor() {
      super({ captureRejections: true });
    }
    [captureRejectionSymbol](err, ev, ...a) {
      l('cap', err.message, ev, a);
    }
  }
  const c = new C();
  c.on('z', async () => {
    throw new Error('async');
  });
  c.emit('z', 9);
  await new Promise((r) => setImmediate(r));
  const r = new EE.EventEmitterAsyncResource({ name: 'Q' });
  l(typeof r.asyncId, r.triggerAsyncId >= 0);
  const d = EE.addAbortListener(AbortSignal.abort(), () => l('aborted now'));
  l(typeof d[Symbol.dispose]);
  l(AbortSignal.timeout.length, AbortSignal.any([AbortSignal.abort('r')]).reason);
  try {
    AbortSignal.abort().throwIfAborted();
  } catch (x) {
    l(x.name, x.message, x.code);
  }
  l(new AbortController().signal, AbortSignal.abort());
  const nt = new NodeEventTargetCheck();
  function NodeEventTargetCheck() {}
})();
