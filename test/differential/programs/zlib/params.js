const zlib = require('node:zlib');
const text = Buffer.from('a text that compresses well, compresses well, very well. '.repeat(200));
const change = (from, to) => new Promise((resolve) => {
  const c = zlib.createDeflate({ level: from });
  const parts = [];
  c.on('data', (b) => parts.push(b)).on('end', () => {
    console.log(from, to, zlib.inflateSync(Buffer.concat(parts)).equals(Buffer.concat([text, text])), c._level, c._strategy);
    resolve();
  });
  c.write(text, () => c.params(to, zlib.constants.Z_DEFAULT_STRATEGY, (err) => { console.log('params', from, to, err); c.end(text); }));
});
(async () => {
  for (const [from, to] of [[1, 9], [9, 0], [0, 9], [6, 1]]) await change(from, to);
  const same = zlib.createGzip({ level: 6 });
  same.params(6, 0, () => console.log('nothing to do'));
  try { same.params(99, 0); } catch (e) { console.log(e.code, e.message); }
  try { same.params(1, 99); } catch (e) { console.log(e.code, e.message); }
})();
