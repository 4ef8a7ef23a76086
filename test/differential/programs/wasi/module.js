// A module made by hand: imports fd_write and proc_exit, writes "hi\n" and ends with 7.
const { WASI } = require('wasi');
const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
const vec = (...items) => [...leb(items.length), ...items.flat()];
const str = (s) => [...leb(s.length), ...Buffer.from(s)];
const section = (id, content) => [id, ...leb(content.length), ...content];
const module = (exit) => Buffer.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, vec([0x60, 0, 0], [0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f], [0x60, 1, 0x7f, 0])),
  ...section(2, vec([...str('wasi_snapshot_preview1'), ...str('fd_write'), 0, 1], [...str('wasi_snapshot_preview1'), ...str('proc_exit'), 0, 2])),
  ...section(3, vec([0])), ...section(5, vec([0, 1])),
  ...section(7, vec([...str('memory'), 2, 0], [...str('_start'), 0, 2])),
  ...section(10, vec([17, 0, 0x41, 1, 0x41, 8, 0x41, 1, 0x41, 20, 0x10, 0, 0x1a, 0x41, exit, 0x10, 1, 0x0b])),
  ...section(11, vec([0, 0x41, 8, 0x0b, ...vec(...[16, 0, 0, 0, 3, 0, 0, 0, ...Buffer.from('hi\n')].map((b) => [b]))])),
]);
(async () => {
  const wasi = new WASI({ version: 'preview1' });
  const { instance } = await WebAssembly.instantiate(module(7), wasi.getImportObject());
  console.log('returned', wasi.start(instance));
  try { wasi.start(instance); } catch (error) { console.log(error.code); }
  const ending = new WASI({ version: 'preview1', returnOnExit: false });
  const second = await WebAssembly.instantiate(module(5), ending.getImportObject());
  process.on('exit', (code) => console.log('exit event', code));
  ending.start(second.instance);
  console.log('not reached');
})();
