const { Readable, Writable, Transform, Duplex, PassThrough, pipeline, finished, compose, addAbortSignal } = require('stream');
const sp = require('stream/promises');
const l = console.log;
process.on('exit', () => l('exit'));
(async () => {
  const t = async (n, f) => {
    try {
      l(n, await f());
    } catch (e) {
      l(n, 'THROWS', e.name, e.code, e.message);
    }
  };
  await t('from', async () => {
    const r = [];
    for await (const x of Readable.from([1, 2, 3])) r.push(x);
    return r;
  });
  await t('map', () =>
    Readable.from([1, 2, 3, 4])
      .map(async (x) => x * 2, { concurrency: 2 })
      .filter((x) => x > 2)
      .toArray(),
  );
  await t('reduce', () => Readable.from([1, 2, 3]).reduce((a, b) => a + b, 0));
  await t('take', () => Readable.from([1, 2, 3]).drop(1).take(1).toArray());
  await t('flatMap', () =>
    Readable.from([1, 2])
      .flatMap((x) => [x, x])
      .toArray(),
  );
  await t('some', () => Readable.from([1, 2]).some((x) => x > 1));
  await t('pipeline', async () => {
    const o = [];
    await sp.pipeline(
      Readable.from(['a', 'b']),
      async function* (s) {
        for await (const x of s) yield x.toUpperCase();
      },
      new Writable({
        objectMode: true,
        write(c, e, cb) {
          o.push(c);
          cb();
        },
      }),
    );
    return o;
  });
  await t('pipeline err', () =>
    sp.pipeline(
      Readable.from(['a']),
      new Transform({
        transform(c, e, cb) {
          cb(new Error('tf'));
        },
      }),
      new PassThrough(),
    ),
  );
  await t('premature', () => {
    const r = new Readable({ read() {} });
    setImmediate(() => r.destroy());
    return sp.finished(r);
  });
  await t('abort', () => {
    const ac = new AbortController();
    const r = addAbortSignal(ac.signal, new Readable({ read() {} }));
    setImmediate(() => ac.abort());
    return sp.finished(r);
  });
  await t('hwm', () => {
    const w = new Writable({
      highWaterMark: 3,
      write(c, e, cb) {
        setImmediate(cb);
      },
    });
    const a = [w.write('ab'), w.write('cd'), w.writableLength, w.writableNeedDrain];
    return new Promise((r) => w.on('drain', () => r([...a, 'drain'])));
  });
  await t(
    'after end',
    () =>
      new Promise((r) => {
        const w = new Writable({
          write(c, e, cb) {
            cb();
          },
        });
        w.on('error', (e) => r([e.code, e.message]));
        w.end();
        w.write('x');
      }),
  );
  await t('null write', () => {
    new Writable().write(null);
  });
  await t(
    'noimpl',
    () =>
      new Promise((r) => {
        const s = new Readable();
        s.on('error', (e) => r(e.message));
        s.read();
      }),
  );
  await t(
    'push after eof',
    () =>
      new Promise((r) => {
        const s = new Readable({ read() {} });
        s.on('error', (e) => r(e.code));
        s.push(null);
        s.push('x');
      }),
  );
  await t(
    'enc',
    () =>
      new Promise((r) => {
        const s = new Readable({ read() {} });
        s.setEncoding('utf8');
        const o = [];
        s.on('data', (d) => o.push(d)).on('end', () => r(o));
        s.push(Buffer.from([0xe2, 0x82]));
        s.push(Buffer.from([0xac]));
        s.push(null);
      }),
  );
  await t(
    'readable',
    () =>
      new Promise((r) => {
        const s = Readable.from(['ab', 'cd'], { objectMode: false });
        const o = [];
        s.on('readable', () => {
          let c;
          while ((c = s.read(3)) !== null) o.push(String(c));
        });
        s.on('end', () => r(o));
      }),
  );
  await t('unshift', async () => {
    const s = new Readable({ read() {} });
    s.push('b');
    s.unshift('a');
    s.push(null);
    return (await s.toArray()).map(String);
  });
  await t(
    'cork',
    () =>
      new Promise((r) => {
        const w = new Writable({
          writev(ch, cb) {
            r(ch.map((c) => c.chunk.toString()));
            cb();
          },
        });
        w.cork();
        w.write('a');
        w.write('b');
        w.uncork();
      }),
  );
  await t('compose', () =>
    compose(async function* (s) {
      for await (const x of s) yield String(x) + '!';
    })
      .end('q')
      .toArray(),
  );
  await t('duplexpair', async () => {
    const [a, b] = require('stream').duplexPair();
    a.end('hi');
    return (await b.toArray()).map(String);
  });
  await t('toWeb', async () => {
    const r = Readable.toWeb(Readable.from(['x']));
    const o = [];
    for await (const c of r) o.push(c);
    return o;
  });
  await t('fromWeb', async () =>
    Readable.fromWeb(
      new ReadableStream({
        start(c) {
          c.enqueue('k');
          c.close();
        },
      }),
    ).toArray(),
  );
  await t('consumers', async () => [await require('stream/consumers').text(Readable.from(['a', 'b'])), await require('stream/consumers').json(Readable.from(['{"a":1}']))]);
  await t('web', async () => {
    const ts = new TransformStream({
      transform(c, k) {
        k.enqueue(c + 1);
      },
    });
    const w = ts.writable.getWriter();
    w.write(1);
    w.close();
    const o = [];
    for await (const c of ts.readable) o.push(c);
    return o;
  });
  await t('tee', async () => {
    const [a, b] = new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.close();
      },
    }).tee();
    const o = [];
    for await (const x of a) o.push(x);
    for await (const x of b) o.push(x);
    return o;
  });
  await t('textdec', async () => {
    const o = [];
    for await (const c of Readable.toWeb(Readable.from([Buffer.from('é')])).pipeThrough(new TextDecoderStream())) o.push(c);
    return o;
  });
  await t('compress', async () => {
    const cs = new CompressionStream('gzip');
    const w = cs.writable.getWriter();
    w.write(Buffer.from('aaa'));
    w.close();
    const b = [];
    for await (const c of cs.readable) b.push(c);
    return require('zlib').gunzipSync(Buffer.concat(b)).toString();
  });
  l(new PassThrough(), new ReadableStream(), new WritableStream(), new TransformStream(), new CountQueuingStrategy({ highWaterMark: 1 }));
  await t('iter destroy', async () => {
    const r = Readable.from([1, 2, 3]);
    for await (const x of r) break;
    return [r.destroyed, r.readableAborted, r.readableDidRead];
  });
  await t('asIndexedPairs', () => typeof Readable.prototype.asIndexedPairs);
  await t(
    'order',
    () =>
      new Promise((res) => {
        const o = [];
        const w = new Writable({
          write(c, e, cb) {
            cb();
          },
          final(cb) {
            o.push('final');
            cb();
          },
          destroy(e, cb) {
            o.push('destroy');
            cb(e);
          },
        });
        for (const ev of ['prefinish', 'finish', 'close'])
          w.on(ev, () => {
            o.push(ev);
            if (ev === 'close') res(o);
          });
        w.end('x');
      }),
  );
})();
