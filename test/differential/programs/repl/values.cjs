const { spawnSync } = require('child_process');
const input = "1 + 1\n'text'\n[1, { a: 2 }]\nundefined\nnull\nSymbol('x')\nnew Map([[1, 2]])\n() => {}\nclass A {}\nfunction f() {}\nnew Error('shown').message\n10n\n-0\n/re/g\nnew Date(0)\n[,1]\n'multi\\nline'\n`t`\n_\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
