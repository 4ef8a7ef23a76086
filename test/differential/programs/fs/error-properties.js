// Errors carry errno, code, syscall, path and dest; their inspection shows them.
const fs = require('fs');
const catchIt = (f) => { try { f(); } catch (e) { return e; } };
fs.writeFileSync('file', '');
fs.mkdirSync('full/x', { recursive: true });
const cases = {
  open: () => fs.openSync('gone', 'r'), rename: () => fs.renameSync('gone', 'x'), link: () => fs.linkSync('gone', 'x'), symlink: () => fs.symlinkSync('a', 'file'),
  copyfile: () => fs.copyFileSync('gone', 'x'), mkdir: () => fs.mkdirSync('file'), rmdir: () => fs.rmdirSync('full'), scandir: () => fs.readdirSync('file'),
  unlink: () => fs.unlinkSync('full'), readlink: () => fs.readlinkSync('file'), read: () => fs.readFileSync('full'), stat: () => fs.statSync('file/x'),
  mkdtemp: () => fs.mkdtempSync('gone/x'), utime: () => fs.utimesSync('gone', 1, 1), close: () => fs.closeSync(999), realpath: () => fs.realpathSync('gone'), native: () => fs.realpathSync.native('gone'),
};
for (const [name, run] of Object.entries(cases)) {
  const e = catchIt(run);
  console.log(name, e.errno, e.code, e.syscall, e.path, e.dest, '|', e.message, '|', Object.keys(e).join());
}
