const { Worker, isMainThread, workerData, receiveMessageOnPort, MessageChannel } = require('node:worker_threads');
if (isMainThread) {
  const lock = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(__filename, { workerData: { lock, port: port2 }, transferList: [port2] });
  for (let i = 1; i <= 3; i++) {
    port1.postMessage({ ask: i });
    Atomics.wait(lock, 0, i - 1);
    console.log(receiveMessageOnPort(port1), lock[0]);
  }
  console.log(receiveMessageOnPort(port1));
  port1.postMessage('stop');
  worker.on('exit', (code) => console.log('exit', code));
} else {
  const { lock, port } = workerData;
  port.on('message', (m) => {
    if (m === 'stop') return port.close();
    port.postMessage({ answer: m.ask * m.ask });
    Atomics.add(lock, 0, 1);
    Atomics.notify(lock, 0);
  });
}
