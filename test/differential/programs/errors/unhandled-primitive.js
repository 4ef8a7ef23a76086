Promise.reject({ just: 'an object' });
