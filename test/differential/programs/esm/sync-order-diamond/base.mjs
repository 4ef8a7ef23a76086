console.log('base');
