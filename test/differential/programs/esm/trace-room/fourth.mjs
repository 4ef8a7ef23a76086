console.log(new Error('innermost').stack);
