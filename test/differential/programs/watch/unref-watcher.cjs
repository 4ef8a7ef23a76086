const fs = require('node:fs');
fs.watch('.').unref();
fs.watch('.', { persistent: false });
fs.watchFile(__filename, { persistent: false }, () => {});
console.log('ends by itself');
