const EventEmitter = require('node:events');
const e = new EventEmitter();
for (let i = 0; i < 12; i++) e.on('x', () => {});
process.on('warning', (w) => console.log(w.name, w.count, w.type, w.emitter === e));
