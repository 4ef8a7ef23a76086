// beforeExit may go on; exit runs once and only synchronously.
let n = 0;
process.on('beforeExit', (code) => { console.log('beforeExit', code, n); if (n++ < 2) setTimeout(() => console.log('again', n), 5); });
process.on('exit', (code) => { console.log('exit', code); setTimeout(() => console.log('never'), 0); process.nextTick(() => console.log('never')); });
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('immediate'));
console.log('script', process.exitCode);
