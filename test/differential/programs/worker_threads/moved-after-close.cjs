// A port that is passed on unread brings its messages along, and the news that its other end has closed.
const { MessageChannel, Worker, isMainThread, parentPort } = require('node:worker_threads');
if (isMainThread) {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(__filename);
  worker.postMessage(port2, [port2]);
  worker.on('message', (message) => {
    if (message === 'got it') {
      port1.postMessage('hello');
      port1.close();
      setTimeout(() => worker.postMessage('pass it on'), 200);
      return;
    }
    message.on('message', (text) => console.log(text)).on('close', () => {
      console.log('closed');
      worker.terminate();
    });
  });
  worker.on('exit', () => console.log('over'));
} else {
  let port;
  parentPort.on('message', (message) => {
    if (message === 'pass it on') return parentPort.postMessage(port, [port]);
    port = message;
    parentPort.postMessage('got it');
  });
}
