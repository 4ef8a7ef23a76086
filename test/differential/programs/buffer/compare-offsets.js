const a = Buffer.from([1, 2, 3, 4, 5, 6]), b = Buffer.from([3, 4, 9]);
console.log(a.compare(b), a.compare(b, 0, 2, 2, 4), a.compare(b, 2, 3, 5), b.copy(a, 1, 0, 2), a, a.copy(b, 1), b);
console.log(a.readIntLE(0, 6), a.readUIntBE(1, 5), a.readInt8(0), a.readFloatBE(0), a.readBigInt64BE === undefined);
for (const n of [0, 1, 2, 3]) console.log(Buffer.from('abcabcabc').indexOf('abc', n), Buffer.from('abcabcabc').lastIndexOf('abc', n));
console.log(Buffer.from('a').compare(new Uint8Array([97])), Buffer.from('aé').indexOf('é', 'latin1'), Buffer.from('xyz').indexOf('z', undefined), Buffer.from('xyz').indexOf('z', NaN), Buffer.from('xyz').lastIndexOf('x', NaN), Buffer.from('x').indexOf('xy'));
console.log(Buffer.of(1, 2, 3), Buffer.poolSize, Buffer.from(new ArrayBuffer(8), 2, 3), Buffer.from('abc').buffer instanceof ArrayBuffer, Buffer.copyBytesFrom(new Uint16Array([1, 2, 3]), 1, 1));
try { a.compare(b, 100); } catch (e) { console.log(e.code, e.message); }
try { a.compare('x'); } catch (e) { console.log(e.code, e.message); }
try { Buffer.concat('x'); } catch (e) { console.log(e.code, e.message); }
