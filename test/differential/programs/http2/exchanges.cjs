// What one end says and the other sees: secrets, white space, alternative services, origins, pings, settings, counts of bytes.
const http2 = require('node:http2');
const { createHook } = require('node:async_hooks');

const listen = (server) => new Promise((resolve) => server.listen(0, () => resolve(server.address().port)));
const closed = (emitter) => new Promise((resolve) => emitter.once('close', resolve));

async function headers() {
  const server = http2.createServer((req, res) => {
    console.log('server', JSON.stringify(req.headers[http2.sensitiveHeaders]), req.headers['x-edge'], req.headers['x-mid']);
    res.stream.respond({ 'x-a': 'b ', 'x-b': '\tc', 'set-cookie': 'a=b', cookie: 'short', [http2.sensitiveHeaders]: ['X-A'] });
    res.stream.end();
  });
  const port = await listen(server);
  for (const options of [{}, { strictFieldWhitespaceValidation: true }, { strictFieldWhitespaceValidation: false }]) {
    const session = http2.connect(`http://localhost:${port}`, options);
    const req = session.request({ cookie: 'a=b', authorization: 'Basic abcdefghijklmnopqrstuvwxyz', 'x-edge': ' v', 'x-mid': 'v v' });
    req.on('response', (h) => console.log('client', JSON.stringify(h[http2.sensitiveHeaders]), JSON.stringify(h['x-a']), JSON.stringify(h['x-b'])));
    req.resume();
    await closed(req);
    session.close();
    await closed(session);
  }
  server.close();
  await closed(server);
}

async function services() {
  const server = http2.createServer();
  server.on('session', (session) => {
    session.altsvc('h2=":1"', 'https://example.org:81/a');
    session.altsvc('h2=":2"', 3);
    for (const origin of ['no address', 'foo://bar', 7]) {
      try { session.origin(origin); } catch (e) { console.log(e.name, e.code, e.message, e.input); }
    }
  });
  server.on('stream', (stream) => {
    stream.session.altsvc('h2=":3"', stream.id);
    stream.respond();
    stream.end('ok');
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`);
  session.on('altsvc', (alt, origin, id) => console.log('altsvc', alt, origin, id));
  const req = session.request();
  req.resume();
  await closed(req);
  session.close();
  server.close();
  await closed(server);
}

async function pings() {
  const events = { init: 0, before: 0, after: 0, destroy: 0 };
  const ids = new Set();
  const hook = createHook({
    init: (id, type) => { if (type === 'HTTP2PING') { ids.add(id); events.init++; } },
    before: (id) => { if (ids.has(id)) events.before++; },
    after: (id) => { if (ids.has(id)) events.after++; },
    destroy: (id) => { if (ids.has(id)) events.destroy++; },
  }).enable();
  const server = http2.createServer();
  server.on('session', (session) => session.on('ping', (payload) => console.log('ping', payload, payload.buffer.byteLength)));
  const session = http2.connect(`http://localhost:${await listen(server)}`, { maxOutstandingPings: 2 });
  await new Promise((resolve) => session.once('connect', resolve));
  const answers = [];
  const asked = [1, 2, 3].map((n) => session.ping(new Uint16Array([n, 2, 3, 4]), (error, duration, payload) => {
    answers.push(n);
    console.log('pong', n, error && error.code, typeof duration, payload && payload.buffer.byteLength);
  }));
  console.log(asked.join());
  while (answers.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  session.ping((error) => console.log('last', error && error.code));
  session.settings({ enablePush: false }, () => console.log('never'));
  session.destroy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  hook.disable();
  console.log(JSON.stringify(events));
  server.close();
  await closed(server);
}

async function settings() {
  const server = http2.createServer({ remoteCustomSettings: [55], settings: { customSettings: { 1244: 456 } } });
  server.on('session', (session) => session.settings({ maxConcurrentStreams: 2 }));
  server.on('stream', (stream) => {
    const { localSettings, remoteSettings } = stream.session;
    console.log('server', JSON.stringify(localSettings.customSettings), JSON.stringify(remoteSettings.customSettings), remoteSettings.initialWindowSize);
    stream.respond();
    stream.end();
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`, {
    settings: { initialWindowSize: 123456, customSettings: { 55: 12, 155: 144 } }, remoteCustomSettings: [1244],
  });
  session.on('remoteSettings', (s) => console.log('remote', s.maxConcurrentStreams, JSON.stringify(s.customSettings)));
  session.on('localSettings', (s) => console.log('local', s.maxHeaderListSize, JSON.stringify(s.customSettings)));
  const req = session.request();
  // A bound that comes behind a request does not count for its answer.
  req.on('ready', () => session.settings({ maxHeaderListSize: 1 }));
  req.on('response', (h) => console.log(h[':status']));
  req.resume();
  await closed(req);
  session.close();
  server.close();
  await closed(server);
}

async function bytes() {
  const server = http2.createServer((req, res) => {
    res.stream.on('close', () => console.log('written', req.socket.bytesWritten > 5000, 'read', req.socket.bytesRead > 24));
    res.end('x'.repeat(5000));
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`);
  const req = session.request();
  req.resume();
  await closed(req);
  console.log('client', session.socket.bytesRead > 5000, session.socket.bytesWritten > 24);
  session.close();
  server.close();
  await closed(server);
}

async function farewells() {
  const server = http2.createServer();
  server.on('sessionError', (e) => console.log('session', e.code));
  server.on('stream', (stream) => {
    stream.on('error', (e) => console.log('server stream', e.code, e.message, stream.rstCode));
    stream.session.goaway(1, 0, Buffer.from('why'));
    stream.session.goaway(2);
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`);
  session.on('goaway', (code, last, data) => console.log('goaway', code, last, String(data)));
  session.on('error', (e) => console.log('client session', e.code, e.message));
  const req = session.request();
  req.on('error', (e) => console.log('client stream', e.code, e.message, req.rstCode));
  await closed(req);
  server.close();
  await closed(server);
}

(async () => {
  for (const part of [headers, services, pings, settings, bytes, farewells]) {
    console.log(`-- ${part.name}`);
    await part();
  }
})();
