const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  console.log('to stdout'); console.error('to stderr');
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (d) => process.stdout.write('in:' + d.toUpperCase()));
  process.stdin.on('end', () => console.log('stdin end'));
`, { eval: true, stdin: true, stdout: true, stderr: true });
worker.stdout.setEncoding('utf8').on('data', (d) => console.log('OUT', JSON.stringify(d)));
worker.stderr.setEncoding('utf8').on('data', (d) => console.log('ERR', JSON.stringify(d)));
worker.stdout.on('end', () => console.log('OUT end'));
worker.stdin.write('hello\n');
worker.stdin.end('world');
worker.on('exit', (code) => console.log('exit', code));
