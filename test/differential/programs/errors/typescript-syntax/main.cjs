// What a TypeScript file that cannot run is answered with: the user's line first, and none of the library's above it.
const { spawnSync } = require('node:child_process');
for (const file of ['enum.ts', 'syntax.ts']) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  console.log(file, status, stdout, stderr.slice(0, stderr.indexOf('\n    at ')));
}
