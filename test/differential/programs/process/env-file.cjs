// Files of variables, the two dashes, and NODE_OPTIONS out of a file.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const run = (args, env = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } });
  console.log(args, status, stdout, stderr.replace(/\(node:\d+\)/g, '(node:PID)'));
};
fs.writeFileSync('show.js', 'console.log(process.execArgv, process.argv.slice(2), process.env.KEY, process.env.NODE_OPTIONS); process.emitWarning("w");');
fs.writeFileSync('one.env', 'KEY=one\nNODE_OPTIONS=--no-warnings\n');
fs.writeFileSync('two.env', 'KEY="two lines\\nhere"\n');
run(['--env-file=one.env', '--env-file', 'two.env', 'show.js']);
run(['--env-file=one.env', '--', 'show.js', '--flag'], { KEY: 'real', NODE_OPTIONS: '--no-deprecation' });
run(['--env-file=missing', 'show.js']);
run(['--env-file-if-exists=missing', 'show.js']);
run(['--no-warnings', '--', 'show.js', '--env-file=one.env']);
