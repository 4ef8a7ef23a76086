// readFile and writeFile in every encoding, and an unknown one.
const fs = require('fs');
const text = 'grüß €😀\n';
for (const enc of ['utf8', 'utf-8', 'UTF8', 'utf16le', 'ucs2', 'latin1', 'binary', 'ascii', 'hex', 'base64', 'base64url']) {
  try {
    fs.writeFileSync('f', enc === 'hex' ? '00ff7f' : enc.startsWith('base64') ? 'AP9_' : text, enc);
    console.log(enc, fs.readFileSync('f').toString('hex'), JSON.stringify(fs.readFileSync('f', enc)));
  } catch (e) { console.log(enc, e.code); }
}
for (const bad of ['nope', 5, {}]) try { fs.readFileSync('f', bad); console.log('ok'); } catch (e) { console.log(e.code, e.message); }
console.log(fs.readdirSync('.', 'buffer').map(String).includes('f'), fs.readlinkSync.length);
