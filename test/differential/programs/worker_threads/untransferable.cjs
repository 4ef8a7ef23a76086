const { markAsUntransferable, isMarkedAsUntransferable, markAsUncloneable, MessageChannel } = require('node:worker_threads');
const buffer = new ArrayBuffer(8);
markAsUntransferable(buffer);
console.log(isMarkedAsUntransferable(buffer), isMarkedAsUntransferable(new ArrayBuffer(1)));
const { port1 } = new MessageChannel();
try { port1.postMessage(buffer, [buffer]); } catch (error) { console.log(error.name, error.code, error.message, buffer.byteLength); }
port1.postMessage(buffer);
console.log(buffer.byteLength);
const object = { a: 1 };
markAsUncloneable(object);
try { port1.postMessage({ object }); } catch (error) { console.log(error.name, error.code, error.message); }
try { structuredClone(Buffer.alloc(4).buffer, { transfer: [Buffer.from('x').buffer] }); } catch (error) { console.log(error.name, error.message); }
port1.close();
