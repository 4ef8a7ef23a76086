const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
const b = Buffer.from('héllo wörld €😀');
for (const e of ['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le', 'binary', 'ucs2'])
  t(e, () => [b.toString(e), Buffer.from(b.toString(e), e).length, Buffer.byteLength('héllo€', e)]);
t('alloc', () => [Buffer.alloc(3, 'ab'), Buffer.alloc(2, 1), Buffer.alloc(4, 'YWI=', 'base64'), Buffer.allocUnsafe(0)]);
t('neg', () => Buffer.alloc(-1));
t('big', () => Buffer.alloc(2 ** 53));
t('from n', () => Buffer.from(5));
t('from null', () => Buffer.from(null));
t('from obj', () => Buffer.from({ length: 2, 0: 1, 1: 300 }));
t('from box', () => Buffer.from(new String('x')));
t('json', () => [JSON.stringify(Buffer.from('a')), Buffer.from(JSON.parse('{"type":"Buffer","data":[1,2]}'))]);
t('rw', () => {
  const x = Buffer.alloc(16);
  x.writeUInt32BE(0xdeadbeef, 0);
  x.writeInt16LE(-2, 4);
  x.writeDoubleBE(1.5, 6);
  return [x, x.readUInt32LE(0), x.readInt16LE(4), x.readDoubleBE(6), x.readIntBE(0, 6), x.readUIntLE(1, 3), x.readBigUInt64LE(0), x.readFloatLE(3)];
});
t('oor', () => Buffer.alloc(2).readUInt32LE(0));
t('oor2', () => Buffer.alloc(2).writeUInt8(300));
t('oor3', () => Buffer.alloc(8).writeInt32LE(2 ** 31));
t('oor4', () => Buffer.alloc(2).readInt8(5));
t('oor5', () => Buffer.alloc(2).readInt8(1.5));
t('type', () => Buffer.alloc(2).readInt8('1'));
t('bigoor', () => Buffer.alloc(8).writeBigInt64LE(2n ** 64n));
t('idx', () => [
  b.indexOf('o'),
  b.lastIndexOf('o'),
  b.includes('wör'),
  b.indexOf(0x20),
  b.indexOf(Buffer.from('€')),
  b.indexOf('o', -3),
  b.indexOf(''),
  b.indexOf('zz'),
  Buffer.from('aXbX', 'utf16le').indexOf('X', 1, 'utf16le'),
]);
t('cmp', () => [Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.from('a').equals(Buffer.from('a')), b.compare(Buffer.from('h'), 0, 1, 0, 1)]);
t('concat', () => [Buffer.concat([Buffer.from('a'), Buffer.from('bc')], 2), Buffer.concat([])]);
t('slice', () => {
  const s = b.subarray(1, 4);
  s[0] = 0;
  return [s, b.slice(-3).length, b[1]];
});
t('swap', () => [Buffer.from([1, 2, 3, 4]).swap16(), Buffer.from([1, 2, 3, 4]).swap32()]);
t('swapx', () => Buffer.alloc(3).swap16());
t('fill', () => [Buffer.alloc(5).fill('abc'), Buffer.alloc(5).fill('é', 'latin1'), Buffer.alloc(5).fill(257), Buffer.alloc(3).fill('')]);
t('fillx', () => Buffer.alloc(3).fill('zz', 'hex'));
t('copy', () => {
  const x = Buffer.alloc(4);
  return [Buffer.from('abcdef').copy(x, 1, 2), x];
});
t('write', () => {
  const x = Buffer.alloc(5);
  return [x.write('€€'), x, x.write('ff0', 'hex'), x.write('abc', 3, 5)];
});
t('toString rng', () => [b.toString('utf8', 1, 3), b.toString('utf8', -1), b.toString('utf8', 5, 2)]);
t('bad enc', () => b.toString('nope'));
t('isEnc', () => [Buffer.isEncoding('UTF-8'), Buffer.isEncoding('x'), Buffer.isBuffer(b), Buffer.isBuffer(new Uint8Array(1))]);
t('inspect', () => [Buffer.alloc(60), Object.assign(Buffer.from('a'), { p: 1 })]);
t('iters', () => [[...Buffer.from('ab').entries()], [...Buffer.from('ab').keys()]]);
const bm = require('buffer');
t('consts', () => [bm.kMaxLength, bm.constants, bm.INSPECT_MAX_BYTES, Buffer.poolSize]);
t('atob', () => [atob('aGk='), btoa('hi'), bm.isUtf8(Buffer.from([0xff])), bm.isAscii(Buffer.from('a'))]);
t('atobx', () => atob('*'));
t('btoax', () => btoa('€'));
t('transcode', () => bm.transcode(Buffer.from('€é'), 'utf8', 'latin1'));
t('transcode2', () => bm.transcode(Buffer.from('é'), 'utf8', 'utf16le'));
t('File', () => {
  const f = new File(['a'], 'n.txt', { type: 'text/plain', lastModified: 5 });
  return [f.name, f.size, f.type, f.lastModified, f];
});
t('Blob', () => new Blob(['ab', new Uint8Array([1])]).size);
t('SlowBuffer', () => typeof bm.SlowBuffer);
t('new', () => new Buffer(2).length);
t('ab', () => {
  const ab = new ArrayBuffer(8);
  const x = Buffer.from(ab, 2, 3);
  return [x.byteOffset, x.length, x.buffer === ab];
});
t('aboor', () => Buffer.from(new ArrayBuffer(2), 3));
t('of', () => Buffer.of(1, 2, 300));
t('invalid utf8', () => [Buffer.from([0xc3, 0x28, 0xf0, 0x90]).toString(), Buffer.from('\ud800x').toString('hex'), new TextDecoder('utf-8', { fatal: true }).encoding]);
t('fatal', () => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from([0xff])));
t('dec', () => [
  new TextDecoder('utf-16le').decode(Buffer.from('hé', 'utf16le')),
  new TextDecoder('latin1').decode(Buffer.from([0x80, 0xe9])),
  new TextDecoder('shift_jis').encoding,
]);
t('decbad', () => new TextDecoder('nope'));
t('bom', () => new TextDecoder().decode(Buffer.from('\ufeffa')).length);
t('hexodd', () => [Buffer.from('abc', 'hex'), Buffer.from('zz', 'hex'), Buffer.from('a b', 'base64')]);
t('copyBytesFrom', () => Buffer.copyBytesFrom(new Uint16Array([1, 2]), 1));
t('resolveObjectURL', () => URL.createObjectURL(new Blob(['x'])).slice(0, 14));
t('tolocale', () => Buffer.from('a').toLocaleString());
t('parent', () => [Buffer.from('a').parent === Buffer.from('b').buffer, Buffer.from('ab').offset >= 0]);
t('ascii hi', () => [Buffer.from([0xe9]).toString('ascii'), Buffer.from('é', 'ascii')]);
