const cluster = require('node:cluster');
if (cluster.isPrimary) {
  cluster.setupPrimary({ silent: true, execArgv: ['--no-warnings'] });
  const worker = cluster.fork();
  worker.process.stdout.setEncoding('utf8').on('data', (d) => console.log('captured', JSON.stringify(d)));
  worker.on('exit', (code) => console.log('exit', code));
} else {
  console.log('worker says', process.execArgv);
  process.disconnect();
}
