const { execFile } = require('node:child_process');
const { promisify } = require('node:util');
const run = promisify(execFile);
(async () => {
  await run(process.execPath, ['-e', 'process.stdout.write("z".repeat(300000))'], { maxBuffer: 1000 }).catch((e) => console.log(e.code, e.message, e.stdout.length));
  await run(process.execPath, ['-e', 'process.exit(3)']).catch((e) => console.log(e.code, e.killed, e.signal));
  await run('/no/such').catch((e) => console.log(e.code, e.syscall, e.path));
})();
