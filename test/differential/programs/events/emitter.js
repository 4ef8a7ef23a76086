const EventEmitter = require('node:events');
const e = new EventEmitter();
e.on('newListener', (n) => console.log('new', String(n)));
e.on('a', function (x) { console.log('a1', x, this === e); });
e.prependListener('a', () => console.log('a0'));
e.once('a', () => console.log('once'));
console.log(e.emit('a', 1), e.emit('a', 2), e.emit('none'));
console.log(e.listenerCount('a'), e.eventNames(), e.rawListeners('a').length, e.getMaxListeners());
try { e.emit('error', new Error('unhandled one')); } catch (err) { console.log(err.message); }
try { e.emit('error', { not: 'error' }); } catch (err) { console.log(err.code, err.message); }
e.on('error', (err) => console.log('handled', err.message));
e.emit('error', new Error('x'));
e.removeAllListeners('a');
console.log(e.listenerCount('a'));
try { e.on('b', 5); } catch (err) { console.log(err.name, err.code, err.message); }
const { once, on } = EventEmitter;
(async () => {
  setTimeout(() => e.emit('later', 1, 2), 1);
  console.log(await once(e, 'later'));
  const ac = new AbortController();
  setTimeout(() => { e.emit('it', 1); e.emit('it', 2); ac.abort(); }, 1);
  try { for await (const v of on(e, 'it', { signal: ac.signal })) console.log('it', v); } catch (err) { console.log(err.name, err.code); }
  const et = new EventTarget();
  et.addEventListener('foo', (ev) => console.log(ev.type, ev instanceof Event, ev.defaultPrevented), { once: true });
  console.log(et.dispatchEvent(new Event('foo', { cancelable: true })), et.dispatchEvent(new Event('foo')));
  console.log(EventEmitter.captureRejections, EventEmitter.defaultMaxListeners);
})();
