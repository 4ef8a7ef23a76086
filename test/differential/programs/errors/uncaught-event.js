const EventEmitter = require('node:events');
new EventEmitter().emit('error', { a: 1 });
