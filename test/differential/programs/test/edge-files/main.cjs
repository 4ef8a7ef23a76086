const { spawnSync } = require('node:child_process');
const clean = (text) => text.replace(/duration_ms:? [\d.]+/g, 'duration_ms TIME').replace(/\(?\d+(\.\d+)?ms\)?/g, 'TIME').split('\n').filter((line) => !/^#?\s+(at |.*\(?node:)/.test(line)).join('\n');
// One file at a time: which of several ends first is not settled.
for (const file of ['crash.cjs', 'syntax.cjs', 'exits.cjs', 'timeout.cjs', 'async.mjs', 'output.cjs', 'plain.cjs']) {
  const r = spawnSync(process.execPath, ['--test', '--test-reporter=tap', `files/${file}`], { encoding: 'utf8' });
  console.log(`== ${file} ${r.status}\n${clean(r.stdout)}\n${clean(r.stderr)}`);
}
