console.log('bad runs once'); throw new Error('bad');
