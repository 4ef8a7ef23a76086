// --trace-env tells which variables a program asks for; --trace-env-js-stack also where.
const { spawnSync } = require('node:child_process');
const run = (flags, text, env) => {
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', text], { encoding: 'utf8', env });
  console.log(flags, status, stderr.slice(Math.max(0, stderr.indexOf('=='))));
};
const begin = 'console.error("==");';
run(['--trace-env'], `${begin} process.env.X; process.env.A; process.env.Y = 1; delete process.env.Y; delete process.env.Q; "Z" in process.env; process.env[Symbol("s")]`, { A: '1' });
run(['--trace-env'], `${begin} Object.keys(process.env); process.env.hasOwnProperty("A"); Object.hasOwn(process.env, "A")`, { A: '1' });
run(['--trace-env-js-stack'], `${begin} function f() { process.env.X; } f();`, {});
run([], `${begin} process.env.X`, {});
