const zlib = require('node:zlib');
const run = (kind) => new Promise((resolve) => {
  const c = zlib[kind]();
  let seen = 0;
  c.on('data', (b) => { seen += b.length; });
  c.write('some text, some more text');
  c.flush(zlib.constants.Z_PARTIAL_FLUSH, () => {
    console.log(kind, 'partial', seen > 0);
    c.write('and the rest');
    c.flush(() => { console.log(kind, 'full'); c.close(() => { console.log(kind, 'closed'); resolve(); }); });
  });
});
(async () => { for (const kind of ['createGzip', 'createDeflate', 'createDeflateRaw']) await run(kind); })();
