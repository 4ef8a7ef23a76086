const { spawnSync } = require('child_process');
const input = "fs.existsSync('.')\npath.sep\ntypeof os.cpus\nrequire('path') === path\nmodule.paths.length > 0\nmodule.id\n__filename\ntypeof exports\ntypeof require.resolve\nprocess.argv.length\nthis === globalThis\ntypeof util.inspect\nvm.isContext({})\nconst fs = 1\nfs\nhttp === require('node:http')\nassert.ok(true)\nimport path from 'path'\n";
const r = spawnSync(process.execPath, ['-i'], { input, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.cwd() } });
console.log(r.status, r.stdout); console.log(r.stderr);
