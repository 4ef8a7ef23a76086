// Many files of one folder, some of them changed after their neighbours were read.
const fs = require('fs'); fs.mkdirSync('lib'); for (let i = 0; i < 40; i++) fs.writeFileSync(`lib/m${i}.js`, `module.exports = ${i}`);
const got = []; for (let i = 0; i < 40; i++) { if (i === 10) fs.writeFileSync('lib/m12.js', 'module.exports = "changed"'); if (i === 20) fs.appendFileSync('lib/m21.js', '+1000'); if (i === 30) { fs.unlinkSync('lib/m31.js'); fs.symlinkSync('m0.js', 'lib/m31.js'); } got.push(require(`./lib/m${i}`)); }
console.log(got.join(' '));
