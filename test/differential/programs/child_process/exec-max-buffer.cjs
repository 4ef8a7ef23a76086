const { execFile } = require('node:child_process');
execFile(process.execPath, ['-e', 'process.stdout.write("z".repeat(300000))'], { maxBuffer: 1000 }, (e, stdout) => console.log(e.code, e.message, stdout.length));
execFile(process.execPath, ['-e', 'process.exit(3)'], (e) => console.log(e.code, e.killed, e.signal));
execFile('/no/such', (e) => console.log(e.code, e.syscall, e.path));
