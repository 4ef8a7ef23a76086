const { spawnSync } = require('child_process');
const input = "await 5\nawait Promise.resolve('p')\nconst w = await 3\nw\nlet { r } = await Promise.resolve({ r: 4 }); r\nawait Promise.reject(new Error('rej'))\nfor await (const x of [1, 2]) console.log(x)\nasync function af() { return 6 }\nawait af()\nawait af() + await 1\ntypeof await null\n(await import('node:path')).sep\nimport('node:fs').then((m) => console.log(typeof m.readFileSync)) && 0\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
