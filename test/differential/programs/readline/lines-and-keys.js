const rl = require('readline'),
  { PassThrough, Readable } = require('stream');
const l = console.log;
(async () => {
  const i = Readable.from(['a\nb\r\nc', 'd\n\nlast']);
  const r = rl.createInterface({ input: i, crlfDelay: Infinity });
  for await (const x of r) l(JSON.stringify(x));
  const inp = new PassThrough(),
    out = new PassThrough();
  let o = '';
  out.on('data', (d) => (o += d));
  const q = rl.createInterface({ input: inp, output: out, prompt: '$ ' });
  q.question('name? ', (a) => {
    l('ans', a);
    q.setPrompt('> ');
    q.prompt();
    q.on('line', (x) => {
      l('line', x);
      if (x === 'quit') q.close();
    });
    q.on('close', () => {
      l('closed', JSON.stringify(o));
      tty();
    });
    inp.write('one\ntwo\nquit\n');
  });
  inp.write('bob\n');
  async function tty() {
    const p = require('readline/promises');
    const i2 = new PassThrough(),
      o2 = new PassThrough();
    o2.columns = 80;
    let s = '';
    o2.on('data', (d) => (s += d));
    const k = p.createInterface({ input: i2, output: o2, terminal: true, completer: (x) => [['help', 'hello'].filter((c) => c.startsWith(x)), x], history: ['old'] });
    setImmediate(() => i2.write('hx\x7fel\tp\x01X\x05Y\n'));
    l(await k.question('Q: '));
    i2.write('\x1b[A\n');
    const [x] = await require('events').once(k, 'line');
    l('hist', x);
    const ac = new AbortController();
    setImmediate(() => ac.abort());
    try {
      await k.question('z', { signal: ac.signal });
    } catch (e) {
      l(e.name, e.code);
    }
    k.close();
    l(JSON.stringify(s));
    try {
      await k.question('closed');
    } catch (e) {
      l(e.code, e.message);
    }
    const c = new p.Readline(o2);
    c.clearLine(0).cursorTo(1, 2).moveCursor(-1, 1).clearScreenDown();
    s = '';
    await c.commit();
    l(JSON.stringify(s));
    s = '';
    rl.clearLine(o2, -1);
    rl.cursorTo(o2, 5);
    rl.moveCursor(o2, 1, -1);
    await new Promise(setImmediate);
    l(JSON.stringify(s));
    const e = new PassThrough();
    rl.emitKeypressEvents(e);
    e.on('keypress', (ch, k) => l(JSON.stringify([ch, k])));
    e.write('a\x1b[A\x03\x1b[1;5C\t\x1bxé');
    setTimeout(() => {}, 20);
  }
})();
