// Bounds of a session: blocks of headers that are too large, promises, settings, streams and invalid frames beyond what is taken.
const http2 = require('node:http2');
const net = require('node:net');

const listen = (server) => new Promise((resolve) => server.listen(0, () => resolve(server.address().port)));
const closed = (emitter) => new Promise((resolve) => emitter.once('close', resolve));
const watch = (name, stream) => {
  stream.on('frameError', (type, code, id) => console.log(name, 'frameError', type, code, id));
  stream.on('error', (e) => console.log(name, e.code, e.message));
  stream.on('close', () => console.log(name, 'close', stream.rstCode));
};

async function largeRequest() {
  const server = http2.createServer(() => console.log('never'));
  const session = http2.connect(`http://localhost:${await listen(server)}`, { maxSendHeaderBlockLength: 300 });
  session.on('error', (e) => console.log('session', e.code));
  const small = session.request({ 'x-small': 'a'.repeat(10) });
  watch('fits', small);
  small.close();
  const req = session.request({ 'x-large': 'a'.repeat(300) });
  watch('request', req);
  await closed(req);
  session.close();
  server.close();
  await closed(server);
}

async function largeTrailers() {
  const server = http2.createServer();
  server.on('stream', (stream) => {
    watch('server', stream);
    stream.respond({}, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-large': 'a'.repeat(70_000) }));
    stream.end('body');
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`);
  const req = session.request();
  watch('client', req);
  req.resume();
  await closed(session);
  server.close();
  await closed(server);
}

async function largeAnswer() {
  const server = http2.createServer();
  server.on('stream', (stream) => {
    watch('server', stream);
    stream.respond({ 'x-large': 'a'.repeat(70_000) });
    stream.end('body');
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`);
  const req = session.request();
  watch('client', req);
  req.on('response', () => console.log('never'));
  req.resume();
  await closed(session);
  server.close();
  await closed(server);
}

async function promises() {
  const codes = [];
  const server = http2.createServer();
  server.on('stream', (stream) => {
    for (const path of ['/a', '/b']) {
      stream.pushStream({ ':path': path }, (error, pushed) => {
        pushed.respond();
        pushed.on('close', () => codes.push(`${path} ${pushed.rstCode}`));
        if (path === '/a') pushed.end();
      });
    }
    stream.respond();
    stream.end('hello');
  });
  const session = http2.connect(`http://localhost:${await listen(server)}`, { maxReservedRemoteStreams: 1 });
  session.on('stream', (stream, headers) => { console.log('promised', headers[':path']); stream.resume(); });
  const req = session.request();
  req.resume();
  await closed(req);
  while (codes.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  console.log(codes.sort().join(', '));
  session.close();
  server.close();
  await closed(server);
}

async function streams() {
  const server = http2.createServer({ settings: { maxConcurrentStreams: 1 } });
  server.on('stream', (stream) => { stream.respond(); setTimeout(() => stream.end('hello'), 20); });
  const session = http2.connect(`http://localhost:${await listen(server)}`);
  const [first, second] = [session.request({ ':method': 'POST' }), session.request({ ':method': 'POST' })];
  watch('second', second);
  second.resume();
  first.resume();
  first.end();
  first.on('close', () => console.log('first', first.rstCode));
  await Promise.all([closed(first), closed(second)]);
  session.close();
  server.close();
  await closed(server);
}

async function settings() {
  const heard = [];
  const server = http2.createServer({ maxSettings: 2 });
  server.on('session', (session) => {
    session.on('error', (e) => heard.push(`server session ${e.code} ${e.message}`));
    session.on('remoteSettings', (s) => console.log('settings', s.headerTableSize));
  });
  const port = await listen(server);
  for (const chosen of [{ headerTableSize: 1000 }, { headerTableSize: 1000, enablePush: false, maxFrameSize: 20000 }]) {
    const session = http2.connect(`http://localhost:${port}`, { settings: chosen });
    session.on('error', (e) => console.log('client session', e.code, e.message));
    session.on('goaway', (code, last, data) => console.log('goaway', code, last, String(data)));
    session.on('localSettings', () => session.close());
    await closed(session);
  }
  server.close();
  await closed(server);
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(heard.join());
}

async function invalid() {
  const server = http2.createServer({ maxSessionInvalidFrames: 3 });
  server.on('stream', () => console.log('never'));
  server.on('sessionError', (e) => console.log('session', e.code, e.message));
  const socket = net.connect(await listen(server));
  const head = (length, type, flags, id) => Buffer.from([0, 0, length, type, flags, 0, 0, 0, id]);
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  // A request that is an answer: `:status` alone.
  for (let id = 1; id < 20; id += 2) socket.write(Buffer.concat([id === 1 ? head(0, 4, 0, 0) : Buffer.alloc(0), head(1, 1, 5, id), Buffer.from([0x88])]));
  socket.on('error', () => {});
  socket.resume();
  await closed(socket);
  server.close();
  await closed(server);
}

(async () => {
  for (const part of [largeRequest, largeTrailers, largeAnswer, promises, streams, settings, invalid]) {
    console.log(`-- ${part.name}`);
    await part();
  }
})();
