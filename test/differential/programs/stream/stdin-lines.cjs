// Started again with its input from a pipe.
const { spawn } = require('node:child_process');
if (process.argv[2] === 'read') {
  const rl = require('node:readline').createInterface({ input: process.stdin });
  (async () => {
    for await (const line of rl) console.log('line', JSON.stringify(line));
    console.log('end', process.stdin.isTTY, process.stdin.constructor.name);
  })();
} else {
  const child = spawn(process.execPath, [__filename, 'read'], { stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.write('a\nb');
  child.stdin.write('c\r\n\nü');
  child.stdin.end();
}
