const { spawnSync } = require('child_process');
const input = ".editor\nconst ed = 1;\ned + 41\n.exit\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
