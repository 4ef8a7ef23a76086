const { spawnSync } = require('child_process');
const input = "'use strict'; undeclared1 = 1\nundeclared2 = 2\nundeclared2\n(function () { return this === globalThis })()\nvar v1 = 1, v2 = v1 + 1; v2\nlet let1 = 1; { let let1 = 2 } let1\nwith ({ ww: 1 }) ww\nlabel: for (;;) break label\n'😀'.length\nx = 08\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
