const { spawnSync, execSync } = require('node:child_process');
const cat = ['-e', 'process.stdin.on("data", d => process.stdout.write(d)).on("end", () => console.error("end"))'];
for (const input of ['text', Buffer.from('buffer'), new Uint8Array([65, 66]), new DataView(new ArrayBuffer(2)), '', 'é'.repeat(3)]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, cat, { input });
  console.log(stdout, String(stderr), status);
}
console.log(execSync('cat', { input: 'to cat' }).toString(), execSync('cat', { stdio: ['ignore', 'pipe', 'pipe'] }).length);
console.log(spawnSync('cat', { input: 'x'.repeat(300000) }).stdout.length);
