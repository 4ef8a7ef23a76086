let rounds = 0;
process.on('beforeExit', (code) => { console.log('beforeExit', code, rounds); if (rounds++ < 2) setTimeout(() => console.log('revived', rounds), 1); });
process.on('exit', (code) => { console.log('exit', code, process.exitCode); process.exitCode = 5; Promise.resolve().then(() => console.log('microtask in exit')); process.nextTick(() => console.log('never')); });
process.exitCode = 3;
