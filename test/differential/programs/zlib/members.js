const zlib = require('node:zlib');
const two = Buffer.concat([zlib.gzipSync('first '), zlib.gzipSync('second')]);
console.log(zlib.gunzipSync(two).toString(), zlib.unzipSync(two).toString());
console.log(zlib.gunzipSync(Buffer.concat([two, Buffer.alloc(10)])).toString());
try { console.log(zlib.gunzipSync(Buffer.concat([two, Buffer.from('junk')])).toString()); } catch (e) { console.log(e.code, e.message); }
try { console.log(zlib.inflateSync(Buffer.concat([zlib.deflateSync('x'), Buffer.from('junk')]), { rejectGarbageAfterEnd: true }).toString()); } catch (e) { console.log(e.code, e.message); }
console.log(zlib.inflateSync(Buffer.concat([zlib.deflateSync('x'), Buffer.from('junk')])).toString());
const g = zlib.createGunzip();
g.on('data', (b) => console.log('data', b.toString())).on('end', () => console.log('end', g.bytesWritten));
for (const byte of two) g.write(Buffer.from([byte]));
g.end();
