// A name is bytes: what is no UTF-8 is kept as it is.
const fs = require('fs');
const name = Buffer.from([0x66, 0xff, 0xfe, 0x67]);
fs.mkdirSync('d');
fs.writeFileSync(Buffer.concat([Buffer.from('d/'), name]), 'x');
console.log(fs.readdirSync('d', 'buffer'), fs.readdirSync('d', 'latin1'), fs.existsSync(Buffer.concat([Buffer.from('d/'), name])));
