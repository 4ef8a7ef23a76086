// A message that cannot be copied takes nothing along: its ports and streams stay, and its buffers keep their bytes.
const { MessageChannel } = require('node:worker_threads');
const out = new MessageChannel(), kept = new MessageChannel();
const buffer = new ArrayBuffer(8), stream = new ReadableStream();
for (const value of [{ port: kept.port1, f() {} }, [stream, kept.port1, () => {}], { stream, buffer, s: Symbol('x') }]) {
  try { out.port1.postMessage(value, [kept.port1, stream, buffer]); } catch (e) { console.log(e.name, buffer.byteLength, stream.locked); }
}
try { structuredClone({ port: kept.port1, f() {} }, { transfer: [kept.port1] }); } catch (e) { console.log(e.name); }
kept.port2.on('message', (m) => { console.log(m); kept.port2.close(); });
kept.port1.postMessage('still here');
out.port1.close();
