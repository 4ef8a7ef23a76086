const { exec, execFile } = require('node:child_process');
const { promisify } = require('node:util');
(async () => {
  console.log(await promisify(exec)('echo one; echo two >&2'));
  try {
    await promisify(exec)('echo partial; exit 4');
  } catch (e) {
    console.log(e.message, e.code, e.killed, e.signal, e.cmd, e.stdout, e.stderr);
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', '1+1']);
  console.log(stdout);
  try {
    await promisify(exec)(`"${process.execPath}" -e "setInterval(()=>{},1e3)"`, { timeout: 300 });
  } catch (e) {
    console.log(e.killed, e.signal, e.code);
  }
})();
