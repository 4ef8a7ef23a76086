const { spawnSync } = require('child_process');
const input = "function m(x) {\n  return x * 2;\n}\nm(4)\n[1,\n2\n]\n{ a: 1 }\n({\nb: 2\n})\n`open\ntemplate`\nif (true) {\n'in block'\n}\n(() => {\nreturn 5\n})()\n/* a\ncomment */ 6\n1 +\n2\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
