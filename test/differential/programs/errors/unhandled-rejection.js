Promise.reject(new Error('nobody cares'));
setImmediate(() => console.log('not reached'));
process.on('exit', (c) => console.log('exit', c));
