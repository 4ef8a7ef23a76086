console.log('before');
