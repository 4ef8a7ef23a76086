const b = Buffer.from('hello world');
const s = b.subarray(2, -3), c = b.slice(-5);
s[0] = 76;
console.log(b.toString(), s.toString(), c.toString(), s.buffer === b.buffer, Buffer.isBuffer(s), s.byteLength);
console.log(b.toJSON(), JSON.stringify(Buffer.from('x')), [...b.entries()].length, [...b.keys()].pop(), [...b.values()][0]);
console.log(b.at(-1), b.map((x) => x + 1) instanceof Buffer, b.filter((x) => x > 110).toString(), Buffer.of(1, 2, 3), b.toLocaleString(), b.parent === b.buffer, b.offset === b.byteOffset);
console.log(Buffer.poolSize, Buffer.from('a').buffer.byteLength, Buffer.alloc(1).buffer.byteLength, Buffer.allocUnsafeSlow(5).buffer.byteLength);
console.log(require('node:util').inspect(Object.assign(Buffer.from('abc'), { extra: 1 })), Buffer.alloc(60));
console.log(b.write('HEY', 1), b.write('zz', 9, 1), b.write('414243', 4, 'hex'), b.write('x', 2, 5, 'utf16le'), b);
