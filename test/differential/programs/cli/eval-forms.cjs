const { spawnSync } = require('child_process');
const run = (...args) => { const r = spawnSync(process.execPath, args, { encoding: 'utf8' }); console.log(args.join(' '), '=>', r.status, JSON.stringify(r.stdout), r.stderr.split('\n').filter((l) => /Error|Warning/.test(l)).join('|')); };
run('-e', 'console.log(1, process.argv.length, __filename, __dirname)', 'a', 'b');
run('--eval', 'console.log(require("path").sep, module.id, typeof exports)');
run('-p', '1 + 1'); run('-p', '[1, { a: new Map() }]'); run('-pe', '"text"'); run('--print', 'process.execArgv'); run('-p', 'undefined'); run('-p', 'Promise.resolve(1) instanceof Promise');
run('-e', 'throw new Error("x")'); run('-p', 'a b'); run('-e');
run('-e', 'let x = 1; const y = 2; class Z {}; console.log(globalThis.x, globalThis.y, x + y)');
