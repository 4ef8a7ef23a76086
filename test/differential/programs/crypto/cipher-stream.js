const crypto = require('node:crypto');
const { pipeline, Readable } = require('node:stream');
const key = Buffer.alloc(16, 1), iv = Buffer.alloc(16, 2);
const parts = [];
pipeline(Readable.from(['hello ', 'streamed ', 'world']), crypto.createCipheriv('aes-128-cbc', key, iv), async function (s) { for await (const c of s) parts.push(c); }, (err) => {
  const all = Buffer.concat(parts);
  console.log(err, all.toString('hex'));
  pipeline(Readable.from([all.subarray(0, 5), all.subarray(5)]), crypto.createDecipheriv('aes-128-cbc', key, iv), async function (s) { let t = ''; for await (const c of s) t += c; console.log(t); }, (err2) => {
    console.log(err2);
    pipeline(Readable.from([Buffer.alloc(16)]), crypto.createDecipheriv('aes-128-cbc', key, iv), async function (s) { for await (const c of s) console.log(c); }, (err) => console.log(err.code));
  });
});
