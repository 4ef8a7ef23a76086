function inner() {
  throw new TypeError('something broke');
}
setTimeout(function outer() {
	inner();
}, 1);
process.on('exit', (c) => console.log('exit', c));
