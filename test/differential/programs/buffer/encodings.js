const bytes = Buffer.from([0, 1, 65, 127, 128, 200, 255, 226, 130, 172, 240, 159, 152, 128]);
for (const e of ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'utf16le', 'binary', 'ucs2']) { console.log(e, JSON.stringify(bytes.toString(e)), JSON.stringify(bytes.toString(e, 2, 9)), Buffer.from(bytes.toString(e), e).toString('hex')); }
for (const bad of ['zz', '0g', 'abc', '12 34', '1234zz56']) console.log(bad, Buffer.from(bad, 'hex'));
for (const b of ['YQ', 'YQ==', 'YWI=', 'Y W I =', 'YWJj-_', 'YWJj+/', '====', 'YQ==YQ==', 'é']) console.log(b, Buffer.from(b, 'base64'), Buffer.from(b, 'base64url'));
for (const e of ['utf8', 'latin1', 'hex', 'base64', 'utf16le', 'ascii']) console.log(e, Buffer.byteLength('héllo wörld€', e), Buffer.from('héllo€', e));
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
t(() => bytes.toString('nope'));
t(() => Buffer.from('x', 'nope'));
t(() => Buffer.byteLength(5));
console.log(Buffer.isEncoding('UTF-8'), Buffer.isEncoding('nope'), Buffer.isEncoding('BASE64URL'), Buffer.isEncoding(5));
