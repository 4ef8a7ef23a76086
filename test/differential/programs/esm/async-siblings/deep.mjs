console.log('deep1');
await new Promise((r) => setTimeout(r, 5));
console.log('deep2');
