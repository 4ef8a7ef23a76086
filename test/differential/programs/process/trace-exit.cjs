// Who ended the process, with the functions' own names.
const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('later.js', 'class A { end() { process.exit(3); } }\nsetTimeout(() => new A().end(), 1);\n');
fs.writeFileSync('now.js', 'function stop() { process.exit(); }\nprocess.exitCode = 4;\nprocess.on("exit", () => console.log("bye"));\nstop();\n');
fs.writeFileSync('runs-out.js', 'process.exitCode = 2;\n');
fs.writeFileSync('module.mjs', 'await null;\nprocess.exit(5);\n');
for (const args of [['later.js'], ['now.js'], ['runs-out.js'], ['module.mjs'], ['--stack-trace-limit=2', 'now.js'], ['-e', 'process.exit(1)']]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--trace-exit', ...args]);
  console.log(args.join(' '), status, String(stdout), String(stderr).replace(/node:\d+\)/, 'node:PID)').replaceAll(process.cwd(), '.'));
}
