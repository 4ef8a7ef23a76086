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
// One that is refused by what it moves: the ports before it are lost, and their other ends hear of it.
kept.port2.on('close', async () => {
  const file = await require('node:fs').promises.open(__filename);
  const way = new MessageChannel(), lost = new MessageChannel();
  lost.port1.on('message', () => {}).on('close', () => console.log('lost'));
  const reading = file.read(Buffer.alloc(1), 0, 1, 0);
  try { way.port1.postMessage([lost.port2, file], [lost.port2, file]); } catch (e) { console.log(e.name, e.message); }
  await reading;
  await file.close();
  way.port1.close();
});
