// `node --run`: scripts of package.json, their arguments, and every way to miss one.
const { spawnSync } = require('node:child_process');
const run = (args, cwd) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd });
  const here = (text) => text.replaceAll(process.cwd(), '.').replaceAll(process.execPath, 'node');
  console.log(args.join(' '), '->', status, JSON.stringify(here(stdout)), JSON.stringify(here(stderr)));
};
run(['--run', 'args', '--', 'a', 'b c', "d'e", '']);
run(['--run', 'fail']);
run(['--run', 'order']);
run(['--run', 'number']);
run(['--run', 'missing']);
run(['--run']);
require('node:fs').mkdirSync('deep/er', { recursive: true });
run(['--run', 'args'], 'deep/er');
