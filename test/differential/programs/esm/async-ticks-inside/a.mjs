for (let i = 0; i < 4; i++) { console.log('a', i); await i; }
