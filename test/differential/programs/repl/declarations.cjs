const { spawnSync } = require('child_process');
const input = "let a = 1\na\nconst b = 2\nb = 3\nb\nlet a = 5\na\nvar c = 3\nc\nclass K { x = 1 }\nnew K()\nfunction g() { return a + b }\ng()\nlet { d, e = 5 } = { d: 4 }\nd + e\nglobalThis.a\nglobalThis.c\ntypeof K\nlet q; q\na = 10; a\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
