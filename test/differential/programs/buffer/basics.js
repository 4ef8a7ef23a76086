const b = Buffer.from('héllo wörld €😀', 'utf8');
for (const enc of ['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le', 'binary']) console.log(enc, JSON.stringify(b.toString(enc)));
for (const enc of ['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'ucs2']) console.log(enc, Buffer.from('abcd1234-_+/==zz', enc));
console.log(Buffer.from('YQ==YQ==', 'base64'), Buffer.from('Y Q\n=', 'base64'), Buffer.from('abc', 'hex'), Buffer.from('zz', 'hex'), Buffer.from('_-8', 'base64'));
console.log(Buffer.alloc(5, 'ab'), Buffer.alloc(3, 1), Buffer.alloc(4, 'é', 'latin1'), Buffer.allocUnsafe(0), Buffer.concat([Buffer.from('a'), Buffer.from('bc')], 2));
console.log(Buffer.compare(Buffer.from('a'), Buffer.from('b')), b.equals(Buffer.from(b)), b.indexOf('w'), b.indexOf('ö'), b.lastIndexOf('l'), b.includes('zzz'), b.indexOf(0x6c, 3), b.indexOf(Buffer.from('wör')), b.indexOf(''), b.indexOf('l', -3), b.lastIndexOf('l', 3), Buffer.from('abab').lastIndexOf('ab', -2), Buffer.from('aabb', 'utf16le').indexOf('b', 0, 'utf16le'));
console.log(b.slice(1, 4), b.subarray(-4), b.toJSON().data.length, Buffer.byteLength('€'), Buffer.byteLength('aGk=', 'base64'), Buffer.isBuffer(b), Buffer.isEncoding('UTF-8'), Buffer.isEncoding('nope'));
const w = Buffer.alloc(16);
console.log(w.write('héé', 1), w.write('ff00', 5, 'hex'), w.write('long text here', 10), w.write('abc', 3, 2, 'latin1'), w);
w.writeUInt32BE(0xdeadbeef, 0); w.writeDoubleLE(1.5, 4); w.writeInt16LE(-2, 12);
console.log(w, w.readUInt32BE(0), w.readDoubleLE(4), w.readInt16LE(12), w.readUIntBE(0, 3), w.readBigUInt64LE(0));
console.log(Buffer.from('abcdef').swap16(), Buffer.from('abcdefgh').swap32(), Buffer.from('abcdefgh').swap64(), Buffer.from('1234').fill('xy', 1, 3), Buffer.from('12345678').copyWithin(0, 4));
for (const fn of [() => Buffer.alloc(-1), () => b.readUInt32LE(1000), () => Buffer.from(5), () => Buffer.from(null), () => w.writeInt8(200), () => Buffer.from('a').swap16(), () => b.toString('nope'), () => Buffer.alloc(2).fill('')]) {
  try { console.log(fn()); } catch (e) { console.log(e.name, e.code, e.message); }
}
console.log(atob('aGVsbG8='), btoa('hello'), new Blob(['a']).size, Buffer.from(new Uint16Array([1, 256, 257])), Buffer.from({ length: 2, 0: 5, 1: 6 }), Buffer.from([256, -1, 1.9, '7']));
console.log(require('node:buffer').transcode(Buffer.from('€'), 'utf8', 'latin1'), require('node:buffer').isUtf8(Buffer.from([0xff])), require('node:buffer').isAscii(Buffer.from('a')), require('node:buffer').constants.MAX_LENGTH);
try { btoa('€'); } catch (e) { console.log(e.name, e.message, e.code); }
try { atob('a'); } catch (e) { console.log(e.name, e.message); }
try { atob('*'); } catch (e) { console.log(e.name, e.message); }
console.log(Buffer.from('test').inspect(), Buffer.alloc(60), b.toLocaleString(), [...Buffer.from('ab').entries()]);
console.log(Buffer.from([0xe2, 0x82, 0x41, 0xf0, 0x9f, 0xff]).toString(), Buffer.from('\ud800x').toString('hex'), Buffer.from([0x61, 0xd8, 0x00, 0xdc]).toString('utf16le').length);
