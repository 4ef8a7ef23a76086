const r = require('child_process').spawnSync(process.execPath, ['main.ts'], { encoding: 'utf8' }); console.log(r.status, r.stdout, r.stderr.split('\n')[0]);
const t = require('child_process').spawnSync(process.execPath, ['--experimental-transform-types', '--no-warnings', 'main.ts'], { encoding: 'utf8' }); console.log(t.status, t.stdout, t.stderr.split('\n')[0]);
