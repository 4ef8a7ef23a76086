const b = Buffer.from('abcabcabcdabcxyzxyzabxyzaab');
for (const needle of ['a', 'abcd', 'xyz', 'zzz', '', 'aab', Buffer.from('abx'), 98, 'abcabcabcdabcxyzxyzabxyzaab', 'abcabcabcdabcxyzxyzabxyzaabb']) {
  console.log(needle, b.indexOf(needle), b.indexOf(needle, 5), b.indexOf(needle, -3), b.lastIndexOf(needle), b.lastIndexOf(needle, 5), b.lastIndexOf(needle, -5), b.includes(needle, 3));
}
const u = Buffer.from('añabañab', 'utf16le');
console.log(u.indexOf('ñ', 0, 'utf16le'), u.indexOf('ab', 3, 'utf16le'), u.lastIndexOf('ña', undefined, 'utf16le'), u.indexOf('6100', 1, 'hex'));
const big = Buffer.alloc(100000, 'ab');
big.write('abba', 77777);
console.log(big.indexOf('abba'), big.lastIndexOf('abba'), big.indexOf('bbab'), big.indexOf(Buffer.from('nothing here')));
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
t(() => b.indexOf({}));
t(() => b.indexOf(null));
t(() => b.indexOf('a', NaN));
t(() => b.indexOf(356));
t(() => b.indexOf(-1));
t(() => b.lastIndexOf('a', undefined));
t(() => b.lastIndexOf('a', null));
