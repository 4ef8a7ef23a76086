// A standard stream that was closed is /dev/null: a file opened later does not get its number.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
fs.writeFileSync('child.js', `
  const fs = require('fs');
  const facts = [0, 1, 2].map((fd) => { const stats = fs.fstatSync(fd); return [fd, stats.isCharacterDevice(), stats.rdev === fs.statSync('/dev/null').rdev]; });
  console.log('to nobody'); console.error('to nobody');
  fs.writeFileSync('facts.json', JSON.stringify([facts, fs.openSync('child.js') > 2, process.stdout.constructor.name, process.stderr.constructor.name, process.stdout.writable]));
  process.stdin.on('data', () => {}).on('end', () => fs.appendFileSync('facts.json', ' end of input'));`);
for (const closing of ['1>&- 2>&-', '0<&- 1>&- 2>&-', '0<&-']) {
  const { status } = spawnSync('sh', ['-c', `"${process.execPath}" child.js ${closing}`], { input: '' });
  console.log(closing, status, fs.readFileSync('facts.json', 'utf8').replace(/\[2,[^\]]*\]/, closing === '0<&-' ? '[2]' : '$&').replace(/\[1,[^\]]*\]/, closing === '0<&-' ? '[1]' : '$&').replace(/\[0,[^\]]*\]/, closing.startsWith('1') ? '[0]' : '$&'));
}
