const { spawnSync } = require('child_process');
const r = spawnSync(process.execPath, ['-i'], {
  input:
    '1+1\nconst a={b:[1,2,{c:3}]}\na\n_.b\nlet x = await Promise.resolve(5)\nx\nthrow new Error("boo")\nfunction f(){\nreturn 4\n}\nf()\nundefinedVar\n.help\nrequire("path").basename("/a/b")\nfs.existsSync("/tmp")\nclass A{}\nnew A\n"use strict"; 3\nvar y = 9\nglobalThis.y\n{a:1}\n.exit\n',
  env: { ...process.env, NODE_REPL_HISTORY: '' },
});
console.log(r.stdout.toString(), r.stderr.toString(), r.status);
