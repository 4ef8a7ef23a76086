const { execFile, execFileSync, spawnSync } = require('node:child_process');
const program = ['-e', 'process.stdout.write(Buffer.from([0xe2, 0x82, 0xac, 0xff]))'];
for (const encoding of ['utf8', 'latin1', 'hex', 'base64', 'buffer', 'utf16le']) {
  const result = execFileSync(process.execPath, program, { encoding });
  console.log(encoding, typeof result, result);
}
console.log(spawnSync(process.execPath, program, { encoding: 'nope' in {} ? '' : 'ascii' }).stdout);
execFile(process.execPath, program, { encoding: 'buffer' }, (e, out, err) => {
  console.log(out, err);
  execFile(process.execPath, program, { encoding: 'hex' }, (e, out, err) => console.log(out, JSON.stringify(err)));
});
