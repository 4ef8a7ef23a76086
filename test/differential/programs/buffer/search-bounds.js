// Every offset and end around the length of a small buffer, in both directions.
const buffer = Buffer.from('abcabc');
const offsets = [undefined, NaN, null, -Infinity, -8, -7, -6, -5, -1, 0, 1, 2, 3, 5, 6, 7, 8, Infinity];
for (const needle of ['', 'a', 'bc', 'abcabcd', 0x63, Buffer.alloc(0), Buffer.from('ca')]) {
  for (const method of ['indexOf', 'lastIndexOf']) {
    for (const end of [undefined, -1, 0, 1, 3, 5, 6, 9]) {
      console.log(method, JSON.stringify(needle), end, offsets.map((offset) => buffer[method](needle, offset, end)).join(' '));
    }
    console.log(method, 'utf16le', offsets.map((offset) => Buffer.from('abcabc', 'utf16le')[method](typeof needle === 'string' ? needle : 'c', offset, 'utf16le')).join(' '));
  }
  console.log('includes', offsets.map((offset) => Number(buffer.includes(needle, offset))).join(' '));
}
console.log(Buffer.alloc(0).indexOf(''), Buffer.alloc(0).lastIndexOf(''), Buffer.alloc(0).indexOf('a'), Buffer.alloc(0).indexOf('', 3));
