const { spawnSync } = require('node:child_process');
const r = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], { encoding: 'utf8' });
console.log(r.status);
console.log(r.stdout.replace(/duration_ms:? [\d.]+/g, 'duration_ms TIME').replaceAll(process.cwd(), 'CWD').split('\n').filter((line) => !/^\s+(at |.*node:internal)/.test(line)).join('\n'));
