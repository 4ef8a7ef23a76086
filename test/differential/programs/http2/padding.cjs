// Padding: what a client puts on the wire by each strategy, and that the other side takes it off again.
const assert = require('node:assert');
const http2 = require('node:http2');
const net = require('node:net');

const { PADDING_STRATEGY_NONE, PADDING_STRATEGY_ALIGNED, PADDING_STRATEGY_MAX } = http2.constants;
const NAMES = { 0: 'DATA', 1: 'HEADERS' };

/** Frames of a request as they arrive. */
function watch(paddingStrategy) {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (more) => {
        bytes = Buffer.concat([bytes, more]);
        const frames = [];
        for (let at = 24; at + 9 <= bytes.length;) {
          const length = bytes.readUIntBE(at, 3);
          frames.push({ type: bytes[at + 3], flags: bytes[at + 4], length, padding: bytes[at + 4] & 8 ? bytes[at + 9] : -1 });
          at += 9 + length;
        }
        if (!frames.some(({ type, flags }) => type === 0 && flags & 1)) return;
        socket.destroy();
        server.close(() => resolve(frames.filter(({ type }) => type in NAMES)));
      });
    }).listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`, { paddingStrategy });
      client.on('error', () => {});
      const request = client.request({ ':path': '/', ':method': 'POST' });
      request.on('error', () => {});
      request.end('twenty bytes of data');
    });
  });
}

(async () => {
  for (const strategy of [PADDING_STRATEGY_NONE, PADDING_STRATEGY_ALIGNED, PADDING_STRATEGY_MAX]) {
    const frames = await watch(strategy);
    for (const { type, flags, length, padding } of frames.filter((one) => one.type === 0)) console.log(strategy, NAMES[type], flags, length, padding);
    if (strategy === PADDING_STRATEGY_ALIGNED) for (const { length } of frames) assert.strictEqual((length + 9) % 8, 0);
    if (strategy === PADDING_STRATEGY_MAX) assert.strictEqual(frames[0].padding, 255);
  }
  const server = http2.createServer({ paddingStrategy: PADDING_STRATEGY_MAX }, (request, response) => request.pipe(response)).listen(0, () => {
    const client = http2.connect(`http://localhost:${server.address().port}`, { paddingStrategy: PADDING_STRATEGY_ALIGNED });
    const request = client.request({ ':method': 'POST' });
    let length = 0;
    request.on('data', (chunk) => { length += chunk.length; });
    request.on('end', () => {
      assert.strictEqual(length, 300_000);
      console.log('echoed', length);
      client.close();
      server.close();
    });
    request.end(Buffer.alloc(300_000, 1));
  });
})();
