const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const log = fs.openSync('log.txt', 'w+');
spawn(process.execPath, ['-e', 'console.log("to a file"); console.error("err too")'], { stdio: ['ignore', log, log] }).on('close', () => {
  console.log(fs.readFileSync('log.txt', 'utf8'));
  fs.writeFileSync('in.txt', 'from a file');
  const input = fs.openSync('in.txt', 'r');
  console.log(spawnSync(process.execPath, ['-e', 'process.stdin.on("data", (d) => console.log(String(d)))'], { stdio: [input, 'pipe', 'inherit'], encoding: 'utf8' }).stdout);
  spawnSync(process.execPath, ['-e', 'console.log("same stdout")'], { stdio: [0, 1, 2] });
  const stream = fs.createWriteStream('out.txt');
  stream.on('open', () => {
    spawn(process.execPath, ['-e', 'console.log("stream")'], { stdio: ['ignore', stream, process.stderr] }).on('close', () => console.log(fs.readFileSync('out.txt', 'utf8')));
  });
  for (const bad of ['nope', [1, 2, {}], 5]) {
    try {
      spawn(process.execPath, [], { stdio: bad });
    } catch (e) {
      console.log(e.code, e.message);
    }
  }
});
