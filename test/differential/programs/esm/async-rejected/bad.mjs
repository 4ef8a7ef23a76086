console.log('bad runs');
await null;
throw new Error('from bad');
