// node --v8-options; flags of the engine that a program notices.
const { spawnSync } = require('node:child_process');
for (const list of [['--v8-options'], ['--use-strict', '-p', 'undeclared = 1'], ['--allow-natives-syntax', '-p', '%IsSmi(1)'], ['--jitless', '-p', 'typeof WebAssembly'], ['--no-js-float16array', '-p', 'typeof Float16Array']]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, list);
  const known = String(stdout).split('\n').includes('  --stack-size (default size of stack region v8 is allowed to use (in kBytes))');
  console.log(list.join(' '), status, list.length > 1 ? String(stdout) : known, String(stderr).replaceAll(process.execPath, 'node'));
}
