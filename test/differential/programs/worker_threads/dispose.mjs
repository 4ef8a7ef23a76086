import { Worker } from 'node:worker_threads';
{
  await using worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
  worker.on('exit', (code) => console.log('exit', code));
  console.log('made');
}
console.log('after');
