const { Worker } = require('node:worker_threads');
const cases = [
  [() => new Worker('relative.js')], [() => new Worker()], [() => new Worker(5)], [() => new Worker(new URL('http://x.test/'))],
  [() => new Worker('1', { eval: true, env: 5 })], [() => new Worker('1', { eval: true, argv: 'x' })], [() => new Worker('1', { eval: true, execArgv: 'x' })],
  [() => new Worker('1', { eval: true, execArgv: ['--title=x'] })], [() => new Worker('1', { eval: true, execArgv: ['--no-such-flag'] })],
  [() => new Worker('1', { eval: true, env: { NODE_OPTIONS: '--no-such-flag' } })], [() => new Worker('1', { eval: true, env: { NODE_OPTIONS: '--title=x' } })],
  [() => new Worker('1', { eval: true, name: 5 })], [() => new Worker('1', { eval: true, resourceLimits: 5 })], [() => new Worker(new URL('data:text/javascript,1'), { eval: true })], [() => Worker('x')],
];
for (const [fn] of cases) {
  try { fn().on('error', (e) => console.log('event', e.message)); console.log('made'); } catch (error) { console.log(error.name, error.code, error.message); }
}
