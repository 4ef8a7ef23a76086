const fs = require('fs'),
  path = require('path');
const t = (n, f) => {
  try {
    console.log(n, f());
  } catch (e) {
    console.log(n, 'THROWS', e.code, e.errno, e.syscall, e.message);
  }
};
fs.mkdirSync('a/b/c', { recursive: true });
t('mk', () => fs.mkdirSync('a/b/c/d/e', { recursive: true }));
t('mk2', () => fs.mkdirSync('a/b/c/d/e', { recursive: true }));
t('mkx', () => fs.mkdirSync('a'));
fs.writeFileSync('a/f.txt', 'hello');
t('mkf', () => fs.mkdirSync('a/f.txt/x', { recursive: true }));
t('rd', () => fs.readdirSync('a', { withFileTypes: true }).map((d) => [d.name, d.isFile(), d.isDirectory(), d.parentPath]));
t('rdrec', () => fs.readdirSync('a', { recursive: true }).sort());
t('rdrec2', () =>
  fs
    .readdirSync('a', { recursive: true, withFileTypes: true })
    .map((d) => d.parentPath + '/' + d.name)
    .sort(),
);
t('buf', () => fs.readdirSync('a', 'buffer'));
t('append', () => {
  fs.appendFileSync('a/f.txt', ' world');
  return fs.readFileSync('a/f.txt', 'latin1');
});
t('trunc', () => {
  fs.truncateSync('a/f.txt', 3);
  return fs.readFileSync('a/f.txt', 'utf8');
});
t('trunc up', () => {
  fs.truncateSync('a/f.txt', 6);
  return fs.readFileSync('a/f.txt');
});
t('copy', () => {
  fs.copyFileSync('a/f.txt', 'a/g.txt');
  return fs.readFileSync('a/g.txt').length;
});
t('copyexcl', () => fs.copyFileSync('a/f.txt', 'a/g.txt', fs.constants.COPYFILE_EXCL));
t('rename', () => fs.renameSync('a/g.txt', 'a/b/g.txt'));
t('rename x', () => fs.renameSync('a/nope', 'a/b/g.txt'));
t('rename dir file', () => fs.renameSync('a/b', 'a/f.txt'));
t('rename into self', () => fs.renameSync('a', 'a/b/x'));
t('rename nonempty', () => {
  fs.mkdirSync('z/y', { recursive: true });
  fs.renameSync('a', 'z');
});
t('unlink dir', () => fs.unlinkSync('a/b'));
t('rmdir nonempty', () => fs.rmdirSync('a'));
t('rmdir file', () => fs.rmdirSync('a/f.txt'));
t('rm dir', () => fs.rmSync('a'));
t('rm missing', () => fs.rmSync('nope'));
t('rm force', () => fs.rmSync('nope', { force: true }));
t('symlink', () => {
  fs.symlinkSync('../f.txt', 'a/b/l');
  return [fs.readlinkSync('a/b/l'), fs.realpathSync('a/b/l').endsWith('/a/f.txt'), fs.lstatSync('a/b/l').isSymbolicLink(), fs.statSync('a/b/l').size];
});
t('loop', () => {
  fs.symlinkSync('loop', 'a/loop');
  fs.statSync('a/loop');
});
t('dangling', () => {
  fs.symlinkSync('nowhere', 'a/dang');
  return [fs.existsSync('a/dang'), fs.statSync('a/dang', { throwIfNoEntry: false })];
});
t('readlink file', () => fs.readlinkSync('a/f.txt'));
t('access', () => fs.accessSync('a/f.txt', fs.constants.X_OK));
t('chmod', () => {
  fs.chmodSync('a/f.txt', 0o754);
  return fs.statSync('a/f.txt').mode.toString(8);
});
t('access r', () => {
  fs.chmodSync('a/f.txt', 0o644);
  fs.accessSync('a/f.txt', fs.constants.R_OK | fs.constants.W_OK);
});
t('link', () => {
  fs.linkSync('a/f.txt', 'a/h');
  return fs.statSync('a/h').nlink;
});
t('utimes', () => {
  fs.utimesSync('a/f.txt', new Date(1000), 2);
  const s = fs.statSync('a/f.txt');
  return [s.atimeMs, s.mtimeMs, s.mtime];
});
t('bigint', () => {
  const s = fs.statSync('a/f.txt', { bigint: true });
  return [typeof s.size, s.mtimeNs];
});
t('fd', () => {
  const fd = fs.openSync('a/f.txt', 'r+');
  fs.writeSync(fd, 'XY', 1);
  const b = Buffer.alloc(4);
  const n = fs.readSync(fd, b, { position: 0 });
  fs.ftruncateSync(fd, 2);
  const s = fs.fstatSync(fd).size;
  fs.fchmodSync(fd, 0o600);
  fs.futimesSync(fd, 5, 6);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
  return [n, b.toString(), s];
});
t('fd bad', () => fs.readSync(999, Buffer.alloc(1)));
t('close bad', () => fs.closeSync(999));
t('wx', () => fs.writeFileSync('a/f.txt', 'x', { flag: 'wx' }));
t('bad flag', () => fs.openSync('a/f.txt', 'zz'));
t('read dir', () => fs.readFileSync('a'));
t('write dir', () => fs.writeFileSync('a', 'x'));
t('open dir w', () => fs.openSync('a', 'w'));
t('notdir', () => fs.readFileSync('a/f.txt/x'));
t('mkdtemp', () => {
  const d = fs.mkdtempSync('a/t-');
  fs.rmdirSync(d);
  return d.length;
});
t('writev', () => {
  const fd = fs.openSync('a/v', 'w+');
  const n = fs.writevSync(fd, [Buffer.from('ab'), Buffer.from('cd')]);
  const bs = [Buffer.alloc(1), Buffer.alloc(3)];
  const r = fs.readvSync(fd, bs, 0);
  return [n, r, bs.map(String)];
});
t('opendir', () => {
  const d = fs.opendirSync('a');
  const r = [];
  let e;
  while ((e = d.readSync())) r.push(e.name);
  d.closeSync();
  return r.sort();
});
t('opendir closed', () => {
  const d = fs.opendirSync('a');
  d.closeSync();
  d.readSync();
});
t('glob', () => fs.globSync('**/*.txt').sort());
t('cp', () => {
  fs.cpSync('a', 'cp', { recursive: true, verbatimSymlinks: true });
  return fs.readdirSync('cp').sort();
});
t('null', () => fs.readFileSync('a\0b'));
t('long', () => fs.writeFileSync('x'.repeat(300), 'x'));
t('url', () => fs.existsSync(new URL('file://' + __filename)));
t('statfs', () => Object.keys(fs.statfsSync('.')));
t('dev null', () => {
  fs.writeFileSync('/dev/null', 'abc');
  return fs.readFileSync('/dev/null').length;
});
t('exists bad', () => fs.existsSync(5));
t('types', () => fs.readFileSync({}));
t('mode', () => fs.openSync('x', 'w', 'abc'));
t('statdev', () => {
  const s = fs.statSync('/dev/null');
  return [s.isCharacterDevice(), s.isFile()];
});
t('trailing', () => fs.statSync('a/f.txt/'));
t('dots', () => fs.statSync('a/../a/./f.txt').isFile());
t('rmrec', () => {
  fs.rmSync('a', { recursive: true });
  return fs.existsSync('a');
});
t('open append', () => {
  const fd = fs.openSync('ap', 'a+');
  fs.writeSync(fd, 'one');
  fs.writeSync(fd, 'two', 0);
  const b = Buffer.alloc(10);
  const n = fs.readSync(fd, b, 0, 10, 0);
  fs.closeSync(fd);
  return b.toString('utf8', 0, n);
});
t('flags', () => fs.writeFileSync('fl', 'abc', { mode: 0o400 }) ?? (fs.statSync('fl').mode & 0o777).toString(8));
t('chown', () => fs.chownSync('fl', process.getuid(), process.getgid()));
t('lutimes', () => {
  fs.symlinkSync('fl', 'll');
  fs.lutimesSync('ll', 1, 2);
  return [fs.lstatSync('ll').mtimeMs];
});
t('fstat closed', () => {
  const fd = fs.openSync('ap');
  fs.closeSync(fd);
  fs.fstatSync(fd);
});
t('readSync opts', () => {
  const fd = fs.openSync('ap');
  const b = new Uint8Array(3);
  const r = [fs.readSync(fd, b, 1, 2, null), fs.readSync(fd, b), Buffer.from(b).toString()];
  return r;
});
t('readSync range', () => {
  const fd = fs.openSync('ap');
  fs.readSync(fd, Buffer.alloc(3), 2, 5);
});
t('hole', () => {
  const fd = fs.openSync('ho', 'w+');
  fs.writeSync(fd, 'x', 5);
  return fs.readFileSync('ho');
});
t('encoding', () => fs.writeFileSync('e', 'zz', 'nope'));
t('base64', () => {
  fs.writeFileSync('e', 'aGk=', 'base64');
  return fs.readFileSync('e', 'utf8') + fs.readFileSync('e', 'hex');
});
t('dirent', () => fs.readdirSync('.', { withFileTypes: true }).find((d) => d.name === 'll'));
t('stats', () => fs.Stats.prototype.constructor.name);
t('umask', () => {
  process.umask(0o077);
  fs.writeFileSync('um', '');
  const r = (fs.statSync('um').mode & 0o777).toString(8);
  process.umask(0o022);
  return r;
});
t('dir unlink', () => fs.unlinkSync('z'));
t('cpfile', () => fs.cpSync('z', 'zz'));
