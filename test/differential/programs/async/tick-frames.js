// Node's own frame at the end of a stack that began in a tick or a promise.
process.nextTick(() => console.log(new Error('tick').stack.includes('processTicksAndRejections')));
Promise.resolve().then(function later() {
  console.log(new Error('microtask').stack);
});
