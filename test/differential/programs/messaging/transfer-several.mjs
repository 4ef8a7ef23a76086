// Several objects of the library's in one message, and in an object of the program's own class.
const { MessageChannel, receiveMessageOnPort } = await import('node:worker_threads');

const transform = new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk * 2); } });
const moved = structuredClone(transform, { transfer: [transform] });
console.log(moved.constructor.name, transform.readable.locked, transform.writable.locked);
const writer = moved.writable.getWriter();
void writer.write(21);
console.log(await moved.readable.getReader().read());

const readable = new ReadableStream({ start(controller) { controller.enqueue('a'); controller.close(); } }), taken = [];
const writable = new WritableStream({ write(chunk) { taken.push(chunk); } });
const channel = new MessageChannel();
const both = structuredClone({ port: channel.port1, readable, writable }, { transfer: [channel.port1, readable, writable] });
for await (const chunk of both.readable) console.log(chunk);
const out = both.writable.getWriter();
await out.write('b');
await out.close();
await new Promise((done) => setTimeout(done, 50));
console.log(taken);
both.port.postMessage('through');
console.log(receiveMessageOnPort(channel.port2));
both.port.close();

class Message { constructor(port, blob) { this.port = port; this.blob = blob; } }
const other = new MessageChannel();
const message = structuredClone(new Message(other.port1, new Blob(['text'])), { transfer: [other.port1] });
console.log(message.constructor.name, message.port.constructor.name, await message.blob.text());
message.port.close();
process.exit();
