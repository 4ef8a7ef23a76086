const os = require('os');
const l = console.log;
l(
  os.EOL,
  os.platform(),
  os.type(),
  os.arch(),
  os.endianness(),
  os.tmpdir(),
  os.devNull,
  Object.keys(os.constants),
  Object.keys(os.constants.signals).length,
  os.constants.errno.ENOENT,
  os.machine(),
  typeof os.availableParallelism(),
  os.getPriority(),
);
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
t('pri', () => os.setPriority(0, 5));
t('pri2', () => os.setPriority(0, 50));
t('prix', () => os.getPriority(999999));
t('net', () => Object.keys(os.networkInterfaces()).includes('lo'));
t('cpu', () => Object.keys(os.cpus()[0]));
t('str', () => `${os.hostname}`.length > 0);
t('ui', () => Object.keys(os.userInfo()));
t('load', () => os.loadavg().length);
t('tmp', () => {
  process.env.TMPDIR = '/x/';
  return os.tmpdir();
});
t('home', () => {
  process.env.HOME = '/h';
  return os.homedir();
});
const pr = l;
l(os.getPriority());
const { StringDecoder } = require('string_decoder');
for (const e of ['utf8', 'utf16le', 'base64', 'hex', 'latin1', 'base64url', 'ascii']) {
  const d = new StringDecoder(e);
  const b = Buffer.from('aé€😀z');
  let o = [];
  for (const x of b) o.push(d.write(Buffer.from([x])));
  o.push(d.end());
  l(e, JSON.stringify(o), d.lastNeed, d.lastTotal, d.encoding);
}
t('sd', () => new StringDecoder('x'));
t('sd2', () => new StringDecoder().write(5));
t('sd3', () => {
  const d = new StringDecoder();
  return [d.write(Buffer.from([0xe2, 0x82])), d.end(Buffer.from([0x41])), d.end(Buffer.from([0xf0]))];
});
