console.log('leaf');
