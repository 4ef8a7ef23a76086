const l = console.log;
(async () => {
  const t = async (n, f) => {
    try {
      l(n, await f());
    } catch (e) {
      l(n, 'THROWS', e.name, e.code, e.message);
    }
  };
  await t('byob', async () => {
    const rs = new ReadableStream({
      type: 'bytes',
      pull(c) {
        const v = c.byobRequest?.view;
        if (v) {
          v[0] = 7;
          c.byobRequest.respond(1);
        } else c.enqueue(new Uint8Array([1]));
      },
    });
    const r = rs.getReader({ mode: 'byob' });
    return (await r.read(new Uint8Array(4))).value;
  });
  await t('locked', async () => {
    const rs = new ReadableStream();
    rs.getReader();
    rs.getReader();
  });
  await t('cancel', async () => {
    let why;
    const rs = new ReadableStream({
      cancel(r) {
        why = r;
      },
    });
    await rs.cancel('x');
    return why;
  });
  await t('pipeTo', async () => {
    const o = [];
    await new ReadableStream({
      start(c) {
        c.enqueue(1);
        c.close();
      },
    }).pipeTo(
      new WritableStream({
        write(x) {
          o.push(x);
        },
        close() {
          o.push('c');
        },
      }),
    );
    return o;
  });
  await t('abort', async () => {
    const w = new WritableStream();
    const wr = w.getWriter();
    await wr.abort('r');
    await wr.closed;
  });
  await t('from', async () => {
    const o = [];
    for await (const x of ReadableStream.from([1, 2])) o.push(x);
    return o;
  });
  await t('bp', async () => {
    const w = new WritableStream({}, new CountQueuingStrategy({ highWaterMark: 2 })).getWriter();
    w.write(1);
    return w.desiredSize;
  });
  await t('ts err', async () => {
    const ts = new TransformStream({
      transform() {
        throw new Error('te');
      },
    });
    const w = ts.writable.getWriter();
    w.write(1).catch(() => {});
    await ts.readable.getReader().read();
  });
  await t('tds', async () => {
    const ts = new TextDecoderStream('nope');
  });
  await t('blob', async () => {
    const b = new Blob(['abc', new Blob(['d'])], { type: 'T/x' });
    return [b.type, await b.slice(1, 3).text(), (await b.arrayBuffer()).byteLength, await b.bytes()];
  });
  await t('fd', async () => {
    const f = new FormData();
    f.append('a', '1');
    f.set('a', '2');
    f.append('b', new Blob(['x']), 'n');
    return [...f].map(([k, v]) => [k, v.name ?? v]);
  });
  await t('hdr', () => {
    const h = new Headers([
      ['A', '1'],
      ['a', '2'],
    ]);
    h.append('set-cookie', 'x');
    return [[...h], h.get('A'), h.has('z')];
  });
  await t('hdrx', () => new Headers({ 'a b': 'c' }));
  await t('req', () => {
    const r = new Request('http://a/?b', { method: 'POST', body: 'x', headers: { q: '1' } });
    return [r.url, r.method, r.headers.get('q'), r.headers.get('content-type'), r.bodyUsed, r.mode, r.credentials];
  });
  await t('reqget', () => new Request('http://a', { body: 'x' }));
  await t('resx', () => new Response('x', { status: 99 }));
  await t('redir', () => Response.redirect('http://a/b', 301).headers.get('location'));
  await t('clone', async () => {
    const r = new Response('abc');
    const c = r.clone();
    return [await r.text(), await c.text(), r.bodyUsed];
  });
  await t('twice', async () => {
    const r = new Response('x');
    await r.text();
    await r.text();
  });
  await t(
    'mc',
    () =>
      new Promise((r) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = (e) => {
          r([e.data, e.ports.length]);
          port1.close();
        };
        port2.postMessage({ a: new Map([[1, 2]]) });
      }),
  );
  await t(
    'bc',
    () =>
      new Promise((r) => {
        const a = new BroadcastChannel('q'),
          b = new BroadcastChannel('q');
        b.onmessage = (e) => {
          r(e.data);
          a.close();
          b.close();
        };
        a.postMessage('hey');
      }),
  );
  await t('et', () => {
    const e = new EventTarget();
    let n = 0;
    const h = {
      handleEvent() {
        n++;
      },
    };
    e.addEventListener('x', h);
    e.addEventListener('x', h);
    e.dispatchEvent(new Event('x'));
    return n;
  });
  await t('ws', () => typeof WebSocket);
  await t('nav', () => [navigator.userAgent, navigator.language, typeof navigator.hardwareConcurrency, navigator.platform, navigator.languages]);
  await t('sc', () => structuredClone(new Error('x', { cause: 1 })).cause);
  await t('perf', () => performance.timeOrigin > 1e12);
  await t('crypto', () => crypto.randomUUID().length);
  await t('abortany', async () => {
    const s = AbortSignal.timeout(5);
    // Its own timer keeps no program alive.
    const alive = setTimeout(() => {}, 1000);
    await new Promise((r) => (s.onabort = r));
    clearTimeout(alive);
    return s.reason.name;
  });
  await t('locks', () => navigator.locks?.request?.('a', async () => 5));
  await t('storage', () => typeof Storage + typeof CloseEvent + typeof ErrorEvent);
  await t('url', () => URL.createObjectURL(new Blob(['x'])).startsWith('blob:nodedata:'));
  await t('wasm', async () => {
    const { instance } = await WebAssembly.instantiate(Buffer.from('AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags=', 'base64'));
    return instance.exports.add(2, 3);
  });
})();
