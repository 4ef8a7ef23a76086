// `maxBuffer` of the synchronous calls is for standard output and error together.
const { spawnSync } = require('node:child_process');
const write = (out, err) => spawnSync(process.execPath, ['-e', `process.stdout.write('o'.repeat(${out})); process.stderr.write('e'.repeat(${err}))`], { maxBuffer: 1000 });
for (const [out, err] of [[500, 500], [600, 600], [1000, 0], [0, 1001]]) console.log(out, err, write(out, err).error?.code);
