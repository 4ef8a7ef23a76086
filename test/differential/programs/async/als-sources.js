// Where a context goes along by itself.
const { AsyncLocalStorage } = require('async_hooks'); const fs = require('fs'); const { EventEmitter, once } = require('events');
const als = new AsyncLocalStorage(); const out = []; const note = (name) => () => out.push(`${name}:${als.getStore()}`);
als.run('S', () => {
  setTimeout(note('timeout'), 1); setImmediate(note('immediate')); process.nextTick(note('tick')); queueMicrotask(note('microtask')); Promise.resolve().then(note('then')).finally(note('finally'));
  fs.stat('.', note('stat')); fs.promises.stat('.').then(note('promises')); const i = setInterval(() => { note('interval')(); clearInterval(i); }, 1);
  require('child_process').execFile('true', note('execFile')); require('dns').lookup('localhost', note('lookup')); require('zlib').deflate('x', note('deflate')); require('crypto').randomBytes(4, note('randomBytes'));
  const e = new EventEmitter(); once(e, 'x').then(note('once')); als.exit(() => e.emit('x')); new Promise((r) => setTimeout(r, 2)).then(note('promise timeout'));
  require('stream').Readable.from([1]).on('data', note('data')); const ac = new AbortController(); ac.signal.addEventListener('abort', note('abort')); ac.abort();
});
setTimeout(() => { console.log(out.sort().join('\n')); console.log(als.getStore()); }, 300);
