const { isAscii, isUtf8, transcode } = require('node:buffer');
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
for (let n = 0; n < 12; n++) for (const at of [0, n - 1]) { const b = Buffer.alloc(20, 65); if (n > 0 && at >= 0) b[3 + at] = 200; console.log(n, isAscii(b.subarray(3, 3 + n)), isUtf8(b.subarray(3, 3 + n)), b.subarray(3, 3 + n).toString('ascii')); }
console.log(isUtf8(Buffer.from('é')), isUtf8(Buffer.from('é').subarray(0, 1)), isAscii(new Uint16Array([1, 300])), isUtf8(new ArrayBuffer(0)));
t(() => isAscii('x'));
t(() => isUtf8(new Uint8Array(structuredClone(new ArrayBuffer(8)))));
for (const [from, to] of [['utf8', 'latin1'], ['utf8', 'ascii'], ['utf8', 'utf16le'], ['latin1', 'utf8'], ['utf16le', 'utf8'], ['binary', 'ucs2']]) console.log(from, to, transcode(Buffer.from('né€'), from, to));
t(() => transcode(Buffer.from('x'), 'utf8', 'hex'));
t(() => transcode('x', 'utf8', 'latin1'));
