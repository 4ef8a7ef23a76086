// What somebody put on Object.prototype is no option of a child.
const cp = require('child_process');
for (const [name, value] of [['uid', 0], ['gid', 0], ['cwd', '/nowhere'], ['detached', true], ['envPairs', ['A=1']], ['args', ['x']], ['shell', true], ['argv0', 'other'], ['timeout', 1]]) {
  Object.prototype[name] = value;
  let out;
  try { out = [cp.execSync('echo one').toString(), cp.execFileSync('echo', ['two']).toString(), cp.spawnSync('echo', ['three']).stdout.toString()]; } catch (e) { out = [e.code, e.message]; }
  delete Object.prototype[name];
  console.log(name, out);
}
