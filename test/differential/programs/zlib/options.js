const zlib = require('node:zlib');
const t = (o, f = 'createDeflate') => { try { zlib[f](o); console.log('fine'); } catch (e) { console.log(e.name, e.code, e.message); } };
for (const o of [{ level: 10 }, { level: -2 }, { windowBits: 7 }, { windowBits: 16 }, { memLevel: 0 }, { memLevel: 10 }, { strategy: 5 }, { chunkSize: 1 }, { chunkSize: '5' }, { flush: 7 }, { finishFlush: -1 }, { dictionary: 'x' }, { maxOutputLength: 0 }, { rejectGarbageAfterEnd: 1 }, { level: NaN }, { level: Infinity }, { windowBits: 8 }]) t(o);
t({ windowBits: 8 }, 'createGzip');
t({ windowBits: 0 }, 'createGunzip');
t({ flush: 4 }, 'createBrotliCompress');
t({ flush: 3 }, 'createZstdCompress');
