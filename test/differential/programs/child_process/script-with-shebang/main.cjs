const { execFile, spawn } = require('node:child_process');
const fs = require('node:fs');
fs.writeFileSync('tool', '#!/usr/bin/env node\nconsole.log("tool", process.argv.slice(2));\n');
execFile('./tool', ['a'], (error) => {
  console.log(error.code, error.syscall);
  fs.chmodSync('tool', 0o755);
  execFile('./tool', ['a', 'b'], { env: { ...process.env, PATH: `${require('node:path').dirname(process.execPath)}:${process.env.PATH}` } }, (e, out) => console.log(e, out));
});
