console.log('sync2 (waits for nobody)');
