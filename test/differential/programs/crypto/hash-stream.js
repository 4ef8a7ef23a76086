const crypto = require('node:crypto');
const { pipeline } = require('node:stream');
const { Readable } = require('node:stream');
const h = crypto.createHash('sha256');
h.on('readable', () => { const d = h.read(); if (d) console.log('readable', d.toString('hex')); });
h.on('end', () => pipeline(Readable.from(['a', 'b']), crypto.createHash('md5').setEncoding('hex'), async function* (s) { for await (const c of s) console.log(c); }, (err) => {
  console.log(err);
  pipeline(Readable.from(['a', 'b']), crypto.createHmac('sha1', 'key').setEncoding('base64'), async function* (s) { for await (const c of s) console.log(c); }, (err2) => console.log(err2));
}));
h.write('some ');
h.end('data');
