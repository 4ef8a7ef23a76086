process.on('exit', (code) => { console.log('one', code); process.exitCode = 7; });
process.on('exit', (code) => { console.log('two', code, process.exitCode); setTimeout(() => console.log('never'), 0); });
process.on('beforeExit', (code) => { console.log('beforeExit', code); if (!process.again) { process.again = true; setTimeout(() => console.log('more work'), 1); } });
process.exitCode = 3;
