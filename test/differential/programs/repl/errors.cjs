const { spawnSync } = require('child_process');
const input = "nope\nthrow new TypeError('thrown')\nlet x = ;\na b\nnull.x\nJSON.parse('{')\nthrow 5\nthrow null\n'after'\n)\n} else {\n'end'\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
