const { spawn, spawnSync } = require('node:child_process');
spawnSync(process.execPath, ['-e', 'console.log("sync inherit")'], { stdio: 'inherit' });
spawn(process.execPath, ['-e', 'console.log("async inherit")'], { stdio: 'inherit' }).on('close', (code) => {
  console.log('closed', code);
});
