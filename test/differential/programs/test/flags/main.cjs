const { spawnSync } = require('node:child_process');
const clean = (text) => text.replace(/duration_ms:? [\d.]+/g, 'duration_ms TIME').replace(/\(?\d+(\.\d+)?ms\)?/g, 'TIME').replace(/time="[\d.]+"/g, 'time="TIME"').replace(/timestamp=".*?"/g, '').replace(/hostname=".*?"/g, '').replaceAll(process.cwd(), 'CWD');
for (const flags of [
  ['--test-name-pattern=two'], ['--test-skip-pattern=/one/'], ['--test-only'], ['--test-isolation=none'], ['--test-reporter=junit'], ['--test-reporter=tap', '--test-reporter-destination=out.tap'],
  ['--test-concurrency=1'], ['--test-shard=1/2'], ['--test-force-exit'], ['--test-timeout=5000'], ['--test-reporter=nope'],
]) {
  const r = spawnSync(process.execPath, ['--test', ...flags, 'unit.test.cjs'], { encoding: 'utf8' });
  console.log(`== ${flags} ${r.status}\n${clean(r.stdout)}\n${clean(r.stderr).split('\n').filter((line) => !/^\s+at |^node:|^\s*\^|^\s+throw|^Node/.test(line)).join('\n')}`);
}
console.log(require('node:fs').existsSync('out.tap'));
const direct = spawnSync(process.execPath, ['unit.test.cjs'], { encoding: 'utf8' });
console.log(direct.status, clean(direct.stdout));
