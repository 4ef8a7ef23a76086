const zlib = require('node:zlib');
const c = zlib.createGzip();
c.on('error', (e) => console.log(e.code, e.message)).resume();
c.end('x');
c.write('y');
const d = zlib.createDeflate();
d.close();
try { d.write('x', (e) => console.log('write', e && e.code)); d.on('error', (e) => console.log('error', e.code)); } catch (e) { console.log(e.code); }
try { d.reset(); } catch (e) { console.log(e.code, e.message); }
