const { spawnSync } = require('child_process');
const run = (input, ...args) => { const r = spawnSync(process.execPath, args, { encoding: 'utf8', input }); console.log(args.join(' '), '=>', r.status, JSON.stringify(r.stdout), r.stderr.split('\n').filter((l) => /Error|Warning/.test(l)).join('|')); };
run('console.log(__filename, process.argv.slice(2))', '-', 'a'); run('console.log("no args")'); run('import fs from "fs"; console.log(typeof fs)', '-'); run('console.log(typeof require)', '--input-type=module');
run('const a: string = "ts"; console.log(a)', '--input-type=commonjs-typescript', '-'); run('throw new TypeError("from stdin")', '-'); run('{', '-');
