console.log(new TextEncoder().encode('aé€😀\ud800'), new TextEncoder().encodeInto('a€😀', new Uint8Array(5)), new TextEncoder(), new TextDecoder());
console.log(new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff])), new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).length);
console.log(new TextDecoder('utf-16le').decode(new Uint8Array([0x61, 0, 0x3d, 0xd8])), new TextDecoder('latin1').encoding, new TextDecoder('windows-1252').decode(new Uint8Array([0x80, 0xe9])), new TextDecoder('shift_jis').decode(new Uint8Array([0x82, 0xa0])));
for (const fn of [() => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff])), () => new TextDecoder('nope'), () => new TextDecoder().decode(5), () => new TextEncoder().encodeInto(5)]) {
  try { console.log(fn()); } catch (e) { console.log(e.name, e.code, e.message); }
}
const d = new TextDecoder();
console.log([d.decode(new Uint8Array([0xe2]), { stream: true }), d.decode(new Uint8Array([0x82, 0xac]), { stream: true }), d.decode()]);
const querystring = require('node:querystring');
console.log(querystring.parse('a=1&b=2&a=3&c=%20x+y&=e&f'), querystring.stringify({ a: [1, 2], b: 'x y&', c: '', d: true, e: {} }), querystring.escape('é /'), querystring.unescape('%zz%41'));
console.log('ﬁ'.normalize('NFKC'), 'ä'.localeCompare('z', 'de'), (1234567.891).toLocaleString(), new Intl.NumberFormat('de-DE').format(1234.5));
