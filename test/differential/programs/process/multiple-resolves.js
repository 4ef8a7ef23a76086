// The event that tells of a promise that is resolved twice.
process.on('multipleResolves', (type, promise, value) => console.log(type, value));
new Promise((resolve) => {
  resolve(1);
  resolve(2);
});
