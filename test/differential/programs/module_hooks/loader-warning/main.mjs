// node: --experimental-loader ./hooks.mjs
console.log('ran');
process.on('warning', (w) => console.log(w.name, w.message.split('\n')[0]));
