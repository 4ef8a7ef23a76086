// What a server does with frames that break the protocol: what its program hears, and what the peer is told.
const http2 = require('node:http2');
const net = require('node:net');

const frame = (type, flags, id, payload = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, payload]);
};
const words = (...list) => Buffer.concat(list.map((word) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(word); return bytes; }));
const setting = (id, value) => Buffer.concat([Buffer.from([id >> 8, id & 255]), words(value)]);
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const SETTINGS = frame(4, 0, 0);
const literal = (name, value) => Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name, 'latin1'), Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
// :method GET, :scheme http, :path / and an authority
const GET = Buffer.concat([Buffer.from([0x82, 0x86, 0x84]), literal(':authority', 'a')]);
const request = (id, block = GET, flags = 5) => frame(1, flags, id, block);

const cases = {
  'no settings first': [frame(6, 0, 0, Buffer.alloc(8))],
  'not HTTP/2': null,
  'settings with a wrong length': [SETTINGS, frame(4, 0, 0, Buffer.alloc(5))],
  'settings of a stream': [SETTINGS, frame(4, 0, 1)],
  'settings nobody sent acknowledged': [SETTINGS, frame(4, 1, 0), frame(4, 1, 0), frame(4, 1, 0)],
  'push turned to 2': [frame(4, 0, 0, setting(2, 2))],
  'window too large': [frame(4, 0, 0, setting(4, 0x80000000))],
  'frame size too small': [frame(4, 0, 0, setting(5, 100))],
  'frame too long': [SETTINGS, frame(1, 5, 1, Buffer.alloc(16385))],
  'ping of a stream': [SETTINGS, frame(6, 0, 1, Buffer.alloc(8))],
  'ping too short': [SETTINGS, frame(6, 0, 0, Buffer.alloc(7))],
  'goaway of a stream': [SETTINGS, frame(7, 0, 1, words(0, 0))],
  'settings without end': [frame(4, 0, 0, Buffer.concat(Array(33).fill(setting(3, 1))))],
  'protocol by extended CONNECT turned to 2': [frame(4, 0, 0, setting(8, 2))],
  'reset of nothing': [SETTINGS, frame(3, 0, 1, words(8))],
  'reset of stream 0': [SETTINGS, frame(3, 0, 0, words(8))],
  'window update by 0': [SETTINGS, frame(8, 0, 0, words(0))],
  'window update beyond the end': [SETTINGS, frame(8, 0, 0, words(0x7fffffff))],
  'window update of nothing': [SETTINGS, frame(8, 0, 1, words(1))],
  'window update of a stream by 0': [SETTINGS, request(1, GET, 4), frame(8, 0, 1, words(0))],
  'window update of a stream beyond the end': [SETTINGS, request(1, GET, 4), frame(8, 0, 1, words(0x7fffffff))],
  'data of stream 0': [SETTINGS, frame(0, 0, 0, Buffer.alloc(1))],
  'data of nothing': [SETTINGS, frame(0, 0, 1, Buffer.alloc(1))],
  'data behind the end': [SETTINGS, request(1), frame(0, 0, 1, Buffer.alloc(1))],
  'padding longer than the data': [SETTINGS, request(1, GET, 4), frame(0, 8, 1, Buffer.from([9, 0]))],
  'headers of stream 0': [SETTINGS, request(0)],
  'headers of an even stream': [SETTINGS, request(2)],
  'headers behind the end': [SETTINGS, request(1), request(1)],
  'headers without an end, then data': [SETTINGS, request(1, GET, 1), frame(0, 1, 1)],
  'a continuation of nothing': [SETTINGS, frame(9, 4, 1)],
  'a block that cannot be read': [SETTINGS, request(1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))],
  'a promise by a client': [SETTINGS, request(1, GET, 4), frame(5, 4, 1, Buffer.concat([words(2), GET]))],
  'priority of stream 0': [SETTINGS, frame(2, 0, 0, Buffer.alloc(5))],
  'trailers without an end': [SETTINGS, request(1, GET, 4), frame(1, 4, 1, literal('x', 'y'))],
  'no path': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x86]), literal(':authority', 'a')]))],
  'no authority': [SETTINGS, request(1, Buffer.from([0x82, 0x86, 0x84]))],
  'a host for the authority': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x86, 0x84]), literal('host', 'a')]))],
  'a path without a slash': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x86]), literal(':path', 'x'), literal(':authority', 'a')]))],
  'a space in the path': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x86]), literal(':path', '/a b'), literal(':authority', 'a')]))],
  'a method that is none': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x86, 0x84]), literal(':method', 'G T'), literal(':authority', 'a')]))],
  'a scheme that is none': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x84]), literal(':scheme', '1a'), literal(':authority', 'a')]))],
  'a slash in the authority': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x86, 0x84]), literal(':authority', 'a/b')]))],
  'a capital letter': [SETTINGS, request(1, Buffer.concat([GET, literal('X-y', 'z')]))],
  'a name with a space': [SETTINGS, request(1, Buffer.concat([GET, literal('x y', 'z'), literal('w', 'v')]))],
  'space around a value': [SETTINGS, request(1, Buffer.concat([GET, literal('x', ' z'), literal('y', 'z\t'), literal('w', 'v v')]))],
  'a pseudo header late': [SETTINGS, request(1, Buffer.concat([Buffer.from([0x82, 0x86]), literal(':authority', 'a'), literal('x', 'y'), Buffer.from([0x84])]))],
  'a protocol nobody allowed': [SETTINGS, request(1, Buffer.concat([GET, literal(':protocol', 'x')]))],
  'a connection header': [SETTINGS, request(1, Buffer.concat([GET, literal('connection', 'close')]))],
  'te': [SETTINGS, request(1, Buffer.concat([GET, literal('te', 'gzip')]))],
  'a length and no body': [SETTINGS, request(1, Buffer.concat([GET, literal('content-length', '1')]))],
  'two lengths': [SETTINGS, request(1, Buffer.concat([GET, literal('content-length', '0'), literal('content-length', '0')]))],
};

async function run(name, frames) {
  const lines = [];
  const server = http2.createServer();
  server.on('session', (session) => {
    session.on('error', (e) => lines.push(`session error ${e.code} ${e.message}`));
    session.on('frameError', (...args) => lines.push(`frame error ${args}`));
  });
  server.on('sessionError', () => lines.push('sessionError'));
  server.on('stream', (stream, headers) => {
    const { ':authority': _, ...rest } = headers;
    lines.push(`stream ${stream.id} ${JSON.stringify(rest)}`);
    stream.on('error', (e) => lines.push(`stream error ${e.code} ${e.message}`));
    stream.on('aborted', () => lines.push('aborted'));
    stream.on('close', () => lines.push(`stream closed ${stream.rstCode}`));
    stream.resume();
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const socket = net.connect(server.address().port);
  let got = Buffer.alloc(0);
  socket.on('data', (chunk) => { got = Buffer.concat([got, chunk]); });
  socket.on('error', (e) => lines.push(`socket ${e.code}`));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(frames ? Buffer.concat([PREFACE, ...frames]) : 'GET / HTTP/1.1\r\nHost: x\r\nAccept: text/plain\r\n\r\n');
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 300))]);
  socket.destroy();
  await closed;
  await new Promise((resolve) => server.close(resolve));
  // What the cut connection means to the streams.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const sent = [];
  for (let at = 0; at + 9 <= got.length; at += 9 + got.readUIntBE(at, 3)) {
    const length = got.readUIntBE(at, 3), payload = got.subarray(at + 9, at + 9 + length);
    if (got[at + 3] === 3) sent.push(`RST_STREAM ${got.readUInt32BE(at + 5)} ${payload.readUInt32BE(0)}`);
    if (got[at + 3] === 7) sent.push(`GOAWAY ${payload.readUInt32BE(0)} ${payload.readUInt32BE(4)} ${payload.subarray(8)}`);
  }
  console.log(name);
  for (const line of [...sent, ...lines.sort()]) console.log('  ' + line);
}

(async () => {
  for (const [name, frames] of Object.entries(cases)) await run(name, frames);
})();
