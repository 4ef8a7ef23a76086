// Read and write streams over files: ranges, encodings, back-pressure, errors, and pipeline.
const fs = require('fs');
const { pipeline, Transform } = require('stream');
const { once } = require('events');
const line = 'The quick brown fox jumps over the lazy dog. ';
(async () => {
  const out = fs.createWriteStream('big.txt');
  for (let i = 0; i < 10000; i++) if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'close');
  console.log(out.bytesWritten, fs.statSync('big.txt').size);
  let chunks = 0;
  let bytes = 0;
  for await (const chunk of fs.createReadStream('big.txt')) {
    chunks++;
    bytes += chunk.length;
  }
  console.log(chunks, bytes);
  const part = fs.createReadStream('big.txt', { start: 4, end: 18, encoding: 'utf8', highWaterMark: 6 });
  const seen = [];
  part.on('data', (c) => seen.push(c));
  await once(part, 'end');
  console.log(seen);
  await new Promise((resolve) => pipeline(
    fs.createReadStream('big.txt', { end: 99 }),
    new Transform({ transform(chunk, _, done) { done(null, String(chunk).toUpperCase()); } }),
    fs.createWriteStream('upper.txt'),
    (err) => resolve(console.log('pipeline', err)),
  ));
  console.log(fs.readFileSync('upper.txt', 'utf8'));
  const missing = fs.createReadStream('missing');
  missing.on('error', (e) => console.log(e.message, missing.destroyed));
  missing.on('close', () => console.log('closed'));
  await once(missing, 'close').catch(() => {});
  const append = fs.createWriteStream('upper.txt', { flags: 'a' });
  append.end('[end]');
  await once(append, 'finish');
  console.log(fs.readFileSync('upper.txt', 'utf8').slice(-12), append.path, typeof append.fd);
})();
