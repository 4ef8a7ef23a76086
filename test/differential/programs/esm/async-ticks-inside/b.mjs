for (let i = 0; i < 4; i++) { console.log('b', i); await Promise.resolve(i); }
