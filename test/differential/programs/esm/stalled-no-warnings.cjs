const { spawnSync } = require('node:child_process');
const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', 'await new Promise(() => {})'], { encoding: 'utf8' });
console.log(status, stderr);
