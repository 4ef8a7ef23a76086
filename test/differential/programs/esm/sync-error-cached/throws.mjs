console.log('runs');
throw new TypeError('broken');
