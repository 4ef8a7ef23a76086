// What `pwd` is called with: one argument is one argument, also when it looks like a command line.
const { execFileSync, spawnSync } = require('child_process');
for (const args of [['-L && echo tampered'], ['-x'], ['--bogus'], ['-P'], ['--physical']]) {
  const { status, stdout, stderr } = spawnSync('pwd', args);
  console.log(args, status, stdout.toString().replace(process.cwd(), '.'), stderr.toString());
}
try { execFileSync('pwd', ['-L && echo tampered'], { stdio: 'pipe' }); } catch (e) { console.log(e.status, e.stdout.length); }
console.log(spawnSync('pwd', ['one']).stdout.toString().trim() === process.cwd());
