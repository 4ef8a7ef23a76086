console.log('before');
process.on('exit', (c) => console.log('exit', c));
await new Promise(() => {});
