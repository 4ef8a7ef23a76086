const EventEmitter = require('node:events');
const e = new EventEmitter({ captureRejections: true });
e.on('x', async () => { throw new Error('async boom'); });
e.on('error', (err) => console.log('error event', err.message));
e.emit('x');
const f = new EventEmitter({ captureRejections: true });
f[Symbol.for('nodejs.rejection')] = (err, name, ...args) => console.log('rejection', err.message, name, args);
f.on('y', async () => { throw new Error('two'); });
f.emit('y', 1, 2);
