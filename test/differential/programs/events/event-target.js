const t = new EventTarget();
const order = [];
t.addEventListener('e', { handleEvent(ev) { order.push(`object ${ev.detail}`); } });
t.addEventListener('e', (ev) => { order.push('stop'); ev.stopImmediatePropagation(); });
t.addEventListener('e', () => order.push('never'));
t.dispatchEvent(new CustomEvent('e', { detail: 7 }));
console.log(order);
const ac = new AbortController();
ac.signal.addEventListener('abort', (ev) => console.log('abort', ev.type, ac.signal.reason.name));
ac.signal.onabort = () => console.log('onabort');
ac.abort();
try { ac.signal.throwIfAborted(); } catch (e) { console.log(e.name, e.code, e.message); }
console.log(ac.signal, new Event('x').toString(), Object.prototype.toString.call(t));
const any = AbortSignal.any([AbortSignal.timeout(5), new AbortController().signal]);
any.addEventListener('abort', () => console.log('any', any.reason.name, any.reason.message));
setTimeout(() => {}, 30);
try { t.dispatchEvent({}); } catch (e) { console.log(e.code, e.message); }
