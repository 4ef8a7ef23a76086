const { Writable, Readable } = require('node:stream');
const w = new Writable({ highWaterMark: 3, write(c, e, cb) { console.log('write', c.toString(), w.writableLength); setImmediate(cb); }, final(cb) { console.log('final'); cb(); } });
console.log(w.write('ab'), w.write('cd'), w.writableNeedDrain, w.writableLength, w.writableHighWaterMark);
w.once('drain', () => { console.log('drain'); w.cork(); w.write('e'); w.write('f'); w.uncork(); w.end('g'); });
w.on('finish', () => console.log('finish', w.writableFinished, w.writableEnded));
let n = 0;
const r = new Readable({ highWaterMark: 4, read(size) { console.log('read', size); this.push(n++ < 3 ? 'abcd' : null); } });
r.on('readable', () => { let c; while ((c = r.read(3)) !== null) console.log('got', c.toString(), r.readableLength); }).on('end', () => console.log('end'));
