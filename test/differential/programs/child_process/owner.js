// A child belongs to its parent's user: who is not root can neither give it to another nor to nobody at all.
const { spawn, spawnSync } = require('child_process');
process.setgid(1000);
process.setuid(1000);
const later = [];
for (const options of [{ uid: 0 }, { gid: 0 }, { uid: -1 }, { gid: -1 }, { uid: 1001 }, { uid: 1000 }, { gid: 1000 }, { uid: 1000, gid: 1000 }, { uid: 1000, gid: 0 }, { uid: null }, { uid: 1.5 }, { uid: 2 ** 31 }, { gid: '1000' }]) {
  const label = JSON.stringify(options);
  try {
    const child = spawn('/bin/sh', ['-c', 'exit 3'], options);
    later.push(new Promise((done) => child.on('exit', (code) => done([label, code]))));
  } catch (e) { console.log(label, e.code, e.errno, e.syscall, e.message); }
  try {
    const { status, error } = spawnSync('/bin/sh', ['-c', 'exit 4'], options);
    console.log(label, status, error?.message, error?.code, error?.errno);
  } catch (e) { console.log(label, e.code, e.message); }
}
Promise.all(later).then((lines) => console.log(lines));
