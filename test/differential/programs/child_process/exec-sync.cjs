const { execSync, execFileSync } = require('node:child_process');
console.log(execSync('echo hello', { encoding: 'utf8' }));
console.log(execFileSync(process.execPath, ['-p', 'process.argv.slice(1)', 'a', 'b c'], { encoding: 'utf8' }));
try {
  execSync('echo bad >&2; exit 2', { stdio: 'pipe' });
} catch (e) {
  console.log(e.status, e.signal, String(e.stderr), e.message);
}
console.log(execSync('cat', { input: 'from input', encoding: 'utf8' }));
