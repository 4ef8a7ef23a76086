// The share of memory for the heap is checked.
const { spawnSync } = require('node:child_process');
for (const value of ['0', '-1', 'abc', '101', '', '50.5', '100']) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`--max-old-space-size-percentage=${value}`, '-p', '1'], { encoding: 'utf8' });
  console.log(value, status, stdout.trim(), stderr.replace(/^\S*node: /, 'node: ').trim());
}
