// Callbacks of the thread pool come back after ticks, microtasks and the running script.
const fs = require('fs');
const order = [];
fs.readFile(__filename, () => { order.push('readFile'); console.log(order.join(' ')); });
fs.stat('.', () => order.push('stat'));
process.nextTick(() => order.push('tick'));
Promise.resolve().then(() => order.push('micro'));
queueMicrotask(() => order.push('micro2'));
order.push('script');
