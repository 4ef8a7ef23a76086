console.log('late runs');
