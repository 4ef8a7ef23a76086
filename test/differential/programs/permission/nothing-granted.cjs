// node: --permission --no-warnings
// What each function of fs and its neighbours says where nothing but the program itself may be read: which permission it asks for, of what, and when it says so.
const fs = require('node:fs');
const names = { access: [], open: ['r'], 'open:r+': ['r+'], 'open:w': ['w'], 'open:number': [fs.constants.O_CREAT], stat: [], lstat: [], statfs: [], rmdir: [], unlink: [], mkdir: [], 'mkdir:recursive': [{ recursive: true }],
  readdir: [], 'readdir:recursive': [{ recursive: true }], readlink: [], realpath: [], mkdtemp: [], mkdtempDisposable: [], chmod: [0o600], chown: [1, 1], lchown: [1, 1], utimes: [1, 1], lutimes: [1, 1], rename: ['/nope/b'],
  link: ['/nope/b'], symlink: ['/nope/b'], copyFile: ['/nope/b'], cp: ['/nope/b', {}], readFile: [], 'readFile:utf8': ['utf8'], 'readFile:a+': [{ encoding: 'utf8', flag: 'a+' }], writeFile: ['x'], appendFile: ['x'], truncate: [1],
  rm: [{ recursive: true }], opendir: [], exists: [] };
const lines = [];
const show = (e) => (e?.code === 'ERR_ACCESS_DENIED' ? [e.permission, e.resource, e.message, Object.keys(e).join(), e.name].join('|') : String(e?.code ?? e));
for (const key in names) {
  const name = key.split(':')[0];
  const told = {};
  lines.push([key, told]);
  const attempt = (form, run) => {
    try {
      const result = run();
      if (result?.then) result.then(() => { told[form] = 'resolved'; }, (e) => { told[form] = `rejected ${show(e)}`; });
      else if (form === 'sync') told[form] = typeof result;
      else told[form] ??= 'returned';
    } catch (e) { told[form] = `threw ${show(e)}`; }
  };
  if (fs[`${name}Sync`]) attempt('sync', () => fs[`${name}Sync`]('/nope/a', ...names[key]));
  attempt('callback', () => { fs[name] && fs[name]('/nope/a', ...names[key], (e) => { told.callback = `${told.callback ?? 'at once'} ${show(e)}`; }); });
  if (fs.promises[name]) attempt('promise', () => fs.promises[name]('/nope/a', ...names[key]));
}
const others = {
  fchmod: () => fs.fchmodSync(1, 0o600), fchown: () => fs.fchownSync(1, 1, 1), futimes: () => fs.futimesSync(1, 1, 1), fsync: () => fs.fsyncSync(1), nativeRealpath: () => fs.realpathSync.native('/nope/a'), bytes: () => fs.readFileSync(Buffer.from('/nope/a')),
  url: () => fs.readFileSync(new URL('file:///nope/a')), relative: () => fs.readFileSync('../x'), watch: () => fs.watch('/nope/a'), watchFile: () => fs.watchFile('/nope/a', () => {}), blob: () => fs.openAsBlob('/nope/a'), blobOfBytes: () => fs.openAsBlob(Buffer.from('/nope/a')),
  chdir: () => process.chdir('/'), loadEnvFile: () => process.loadEnvFile('/nope/.env'), require: () => require('/nope/a.js'), binding: () => process.binding('fs'), dlopen: () => process.dlopen({ exports: {} }, '/nope/a.node'),
  spawnSync: () => require('child_process').spawnSync('ls'), spawn: () => require('child_process').spawn('ls', ['-l']), execSync: () => require('child_process').execSync('ls'), execve: () => process.execve('/bin/ls', ['ls'], {}),
  worker: () => new (require('worker_threads').Worker)('1', { eval: true }), wasi: () => new (require('wasi').WASI)({ version: 'preview1' }), report: () => process.report.writeReport('./r'), reportHere: () => process.report.writeReport().length > 0,
  extension: () => new (require('node:sqlite').DatabaseSync)(':memory:', { allowExtension: true }).loadExtension('x'), own: () => typeof fs.readFileSync(__filename), ownAgain: () => fs.statSync(__filename).isFile(), folder: () => fs.readdirSync(__dirname), permission: () => Object.keys(process.permission).join(),
};
for (const [name, run] of Object.entries(others)) {
  try { lines.push([name, String(run())]); } catch (e) { lines.push([name, `threw ${show(e)}`]); }
}
const labels = ['fs', 'fs.read', 'fs.write', 'child', 'worker', 'wasi', 'addon', 'inspector', 'net', 'FileSystemRead', ''];
lines.push(['has', labels.map((label) => `${label}:${[undefined, '', '/nope', __filename].map((of) => Number(process.permission.has(label, of))).join('')}`).join(' ')]);
for (const args of [[null], ['fs', {}], ['fs', 1]]) try { process.permission.has(...args); } catch (e) { lines.push(['has', e.message]); }
setImmediate(() => setTimeout(() => {
  for (const [name, told] of lines) console.log(name, typeof told === 'string' ? told.replaceAll(process.cwd(), '<here>').replaceAll(process.execPath, 'node') : JSON.stringify(told).replaceAll(process.cwd(), '<here>'));
}, 50));
