const { spawnSync } = require('node:child_process');
const r = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], { encoding: 'utf8' });
console.log(r.status, r.stdout.split('\n').filter((line) => /^(not )?ok|failureType/.test(line)).join('\n'));
