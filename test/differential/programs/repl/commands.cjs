const { spawnSync } = require('child_process');
require('fs').writeFileSync('load-me.js', 'const loaded = "from file";\nloaded + 1\n');
const input = ".help\nlet k = 1\n.break\nk\n.clear\ntypeof k\n.nope\n.save saved.js\n1\n.load load-me.js\nloaded\n.load missing.js\n.exit\nnever\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
console.log(require('fs').readFileSync('saved.js', 'utf8'));
