// What Zstandard says of bytes that are no frame, and of parameters and sizes that are none.
const z = require('zlib');
const c = z.constants;
const t = (n, f) => { try { const r = f(); console.log(n, 'ok', r?.length); } catch (e) { console.log(n, e.name, e.code, e.errno, e.message); } };
const good = z.zstdCompressSync('hello hello hello hello');
t('junk', () => z.zstdDecompressSync(Buffer.from('this is not zstd data at all')));
t('empty', () => z.zstdDecompressSync(Buffer.alloc(0)));
t('trunc', () => z.zstdDecompressSync(good.subarray(0, 10)));
t('trunc1', () => z.zstdDecompressSync(good.subarray(0, 3)));
for (let i = 0; i < good.length; i++) { if (i === 19) continue; const b = Buffer.from(good); b[i] ^= 0xff; t('flip' + i, () => z.zstdDecompressSync(b)); }
t('trailing', () => z.zstdDecompressSync(Buffer.concat([good, Buffer.from('xyz')])));
t('trailing8', () => z.zstdDecompressSync(Buffer.concat([good, Buffer.from('xyzabcdefgh')])));
for (const [k, v] of [['ZSTD_c_compressionLevel', 99], ['ZSTD_c_compressionLevel', -999999999], ['ZSTD_c_windowLog', 99], ['ZSTD_c_windowLog', 1], ['ZSTD_c_strategy', 77], ['ZSTD_c_hashLog', 100], ['ZSTD_c_checksumFlag', 5], ['ZSTD_c_nbWorkers', 2], ['ZSTD_c_targetLength', 1e9], ['ZSTD_c_chainLog', 99], ['ZSTD_c_searchLog', 99], ['ZSTD_c_minMatch', 99], ['ZSTD_c_jobSize', 5], ['ZSTD_c_overlapLog', 50],['ZSTD_c_contentSizeFlag', 9],['ZSTD_c_dictIDFlag', 9],['ZSTD_c_enableLongDistanceMatching', 3],['ZSTD_c_ldmHashLog', 99]]) t(k + v, () => z.zstdCompressSync('abc', { params: { [c[k]]: v } }));
for (const [k, v] of [['ZSTD_d_windowLogMax', 99], ['ZSTD_d_windowLogMax', 1], ['ZSTD_d_windowLogMax', 10]]) t(k + v, () => z.zstdDecompressSync(good, { params: { [c[k]]: v } }));
t('unknown', () => z.zstdCompressSync('abc', { params: { 9999: 1 } }));
t('neg', () => z.zstdCompressSync('abc', { params: { '-1': 1 } }));
t('str', () => z.zstdCompressSync('abc', { params: { [c.ZSTD_c_compressionLevel]: 'x' } }));
t('nan', () => z.zstdCompressSync('abc', { params: { x: 1 } }));
t('bool', () => z.zstdCompressSync('abc', { params: { [c.ZSTD_c_checksumFlag]: true } }));
t('pledged', () => z.zstdCompressSync('abc', { pledgedSrcSize: 5 }));
t('pledged2', () => z.zstdCompressSync('abc', { pledgedSrcSize: 1 }));
t('pledgedneg', () => z.zstdCompressSync('abc', { pledgedSrcSize: -1 }));
for (const size of [1.5, 'x', Number.NaN, null, 3]) t(`pledged ${size}`, () => z.zstdCompressSync('abc', { pledgedSrcSize: size }));
t('maxOut', () => z.zstdDecompressSync(good, { maxOutputLength: 3 }));
t('dict', () => z.zstdDecompressSync(z.zstdCompressSync('abcabcabc', { dictionary: Buffer.from('abcabc') })));
t('dict2', () => z.zstdDecompressSync(z.zstdCompressSync('abcabcabc', { dictionary: Buffer.from('abcabc') }), { dictionary: Buffer.from('zzzzzzz') }));
t('dict3', () => z.zstdCompressSync('abcabcabc', { dictionary: 'str' }));
t('chunk', () => z.zstdCompressSync('a', { chunkSize: 1 }));
t('flush', () => z.zstdCompressSync('a', { flush: 99 }));
t('finish', () => z.zstdDecompressSync(good.subarray(0, 12), { finishFlush: c.ZSTD_e_flush }));
t('type', () => z.zstdCompressSync(5));
const ck = z.zstdCompressSync('hello hello', { params: { [c.ZSTD_c_checksumFlag]: 1 } });
for (let i = 0; i < ck.length; i++) { const b = Buffer.from(ck); b[i] ^= 1; t('ck' + i, () => z.zstdDecompressSync(b)); }
const big = z.zstdCompressSync(Buffer.alloc(3e6, 'abcdefghij klmnop'), { params: { [c.ZSTD_c_windowLog]: 21 } });
t('win', () => z.zstdDecompressSync(big, { params: { [c.ZSTD_d_windowLogMax]: 12 } }));
for (let i = 4; i < 40; i++) { const b = Buffer.from(big); b[i] ^= 0x55; t('big' + i, () => z.zstdDecompressSync(b)); }
z.zstdDecompress(Buffer.from('junkjunkjunk'), (e) => console.log('async', e.code, e.errno, e.message));
const s = z.createZstdDecompress(); s.on('error', (e) => console.log('stream', e.code, e.errno, e.message)); s.write(good.subarray(0, 8)); s.end(Buffer.from('junk'));
const s2 = z.createZstdDecompress(); s2.on('error', (e) => console.log('stream2', e.code, e.errno, e.message)); s2.end(good.subarray(0, 12)); s2.resume();
const small = z.createZstdDecompress({ params: { [c.ZSTD_d_windowLogMax]: 12 } });
small.on('error', (e) => console.log('window', e.code, e.errno, e.message));
for (const byte of big.subarray(0, 16)) small.write(Buffer.of(byte));
small.end(big.subarray(16));
