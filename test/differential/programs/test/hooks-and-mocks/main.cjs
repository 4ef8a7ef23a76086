const { spawnSync } = require('node:child_process');
const r = spawnSync(process.execPath, ['lifecycle.cjs'], { encoding: 'utf8' });
console.log(r.status, r.stdout.replace(/\(\d+(\.\d+)?ms\)/g, '(TIME)').replace(/duration_ms [\d.]+/, 'duration_ms TIME'), r.stderr);
