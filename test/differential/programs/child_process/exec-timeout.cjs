const { exec, execFile } = require('node:child_process');
exec(`${process.execPath} -e "setInterval(() => {}, 1000)"`, { timeout: 300 }, (error) => {
  console.log(error.killed, error.signal, error.code, error.message.startsWith('Command failed: '));
  execFile(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeout: 300, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
    console.log(error.killed, error.signal, error.code, JSON.stringify(stdout), JSON.stringify(stderr));
  });
});
