// process.binding('uv').errname is deprecated, which is said once and only when deprecations to come are asked for.
const { execFileSync } = require('child_process');
const run = (...flags) => execFileSync(process.execPath, [...flags, '-e', `
  process.on('warning', (w) => console.log(w.name, w.code, w.message));
  const { errname } = process.binding('uv');
  console.log(errname(-1), errname(-2), require('util').getSystemErrorName(-13));
`], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
console.log(run(), run('--pending-deprecation'));
