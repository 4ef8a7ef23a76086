const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  process.stdout.write('one\\n'); process.stdout.write('two\\n', () => console.log('callback'));
  console.log(process.stdout.isTTY, process.stdin.fd, process.stdout.fd, typeof process.stdout._handle, process.stdout.writable);
  process.stdin.on('end', () => console.log('no stdin'));
  process.stdin.resume();
`, { eval: true });
worker.on('exit', () => console.log(worker.stdin, worker.stdout !== null));
