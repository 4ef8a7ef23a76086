for (let i = 0; i < 4; i++) { console.log('c', i); await { then(f) { f(i); } }; }
