const { spawnSync } = require('child_process');
const input = "5\n_ + 1\n_\nlet z = 1\n_\n_ = 'mine'\n7\n_\n_error\nthrow new Error('e1')\n_error.message\n[1,2].map((x) => x)\n_.length\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
