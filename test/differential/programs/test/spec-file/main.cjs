const { spawnSync } = require('node:child_process');
const clean = (text) => text.replace(/\(?\d+(\.\d+)?ms\)?/g, 'TIME').replace(/duration_ms:? [\d.]+/g, 'duration_ms TIME').replaceAll(process.cwd(), 'CWD');
for (const reporter of ['spec', 'tap', 'dot']) {
  const r = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`], { encoding: 'utf8' });
  console.log(reporter, r.status, r.signal);
  console.log(clean(r.stdout), clean(r.stderr));
}
