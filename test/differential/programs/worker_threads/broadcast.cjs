const { Worker, BroadcastChannel } = require('node:worker_threads');
const channel = new BroadcastChannel('news');
const log = [];
// Both workers gone and all messages here, in whichever order.
let left = 3;
const ended = () => { if (--left === 0) console.log(log.sort(), 'both gone'); };
channel.onmessage = ({ data }) => {
  log.push(data);
  if (log.length === 2) channel.postMessage('all ready');
  if (log.length === 4) { channel.close(); ended(); }
};
for (let i = 0; i < 2; i++) {
  new Worker(`
    const { BroadcastChannel, workerData } = require('node:worker_threads');
    const channel = new BroadcastChannel('news');
    channel.onmessage = ({ data }) => { if (data === 'all ready') { channel.postMessage('done ' + workerData); channel.close(); } };
    channel.postMessage('ready ' + workerData);
  `, { eval: true, workerData: i }).on('exit', ended);
}
