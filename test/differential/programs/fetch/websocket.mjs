// The global WebSocket against a server made by hand: messages, a question, a farewell.
import http from 'node:http';
import { createHash } from 'node:crypto';
const frame = (op, data) => Buffer.concat([Buffer.from([0x80 | op, data.length]), data]);
const server = http.createServer();
server.on('upgrade', (req, socket) => {
  const accept = createHash('sha1').update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: two\r\n\r\n`);
  socket.on('error', () => {}).on('data', (bytes) => {
    for (let at = 0; at < bytes.length;) {
      const op = bytes[at] & 15, length = bytes[at + 1] & 127, mask = bytes.subarray(at + 2, at + 6);
      const data = Buffer.from(bytes.subarray(at + 6, at + 6 + length).map((b, i) => b ^ mask[i & 3]));
      at += 6 + length;
      console.log('server', op, op === 8 ? [data.readUInt16BE(0), data.subarray(2).toString()] : data.toString());
      if (op === 8) socket.end(frame(8, data));
      else { socket.write(frame(9, Buffer.from('hi'))); socket.write(frame(op === 10 ? 1 : op, data)); }
    }
  });
});
server.listen(0, () => {
  const ws = new WebSocket(`ws://localhost:${server.address().port}/chat`, ['one', 'two']);
  ws.binaryType = 'arraybuffer';
  console.log(ws.readyState, ws.protocol);
  let n = 0;
  ws.addEventListener('open', () => { console.log('open', ws.protocol, ws.readyState, ws.extensions); ws.send('text'); });
  ws.addEventListener('message', ({ data }) => { console.log('client', typeof data === 'string' ? data : Buffer.from(data)); if (++n === 1) ws.send(new Uint8Array([65, 66])); else if (n === 3) ws.close(4000, 'done'); });
  ws.addEventListener('close', ({ code, reason, wasClean }) => { console.log('close', code, reason, wasClean, ws.readyState); server.close(); });
});
try { new WebSocket('http://[bad'); } catch (e) { console.log(e.name); }
try { new WebSocket('ws://localhost', ['a', 'a']); } catch (e) { console.log(e.name); }
