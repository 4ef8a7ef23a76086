const EventEmitter = require('node:events');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const e = new EventEmitter();
e.on('newListener', (name) => console.log('new', name));
e.on('removeListener', (name) => console.log('removed', name));
const f = () => console.log('f');
e.on('x', f).prependListener('x', () => console.log('first')).once('x', () => console.log('once'));
console.log(e.emit('x'), e.emit('x'), e.emit('none'), e.listenerCount('x'), e.listeners('x').length, e.rawListeners('x').length, e.eventNames());
e.off('x', f);
e.removeAllListeners('x');
t(() => e.emit('error', 5));
t(() => e.emit('error', { a: 1 }));
t(() => e.emit('error'));
t(() => e.on('x', 5));
t(() => e.setMaxListeners(-1));
t(() => EventEmitter.defaultMaxListeners = -1);
class Sub extends EventEmitter { constructor() { super(); this.v = 1; } }
console.log(new Sub(), e.listenerCount('y', f));
