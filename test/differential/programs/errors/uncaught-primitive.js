process.nextTick(() => { throw 'just a string'; });
