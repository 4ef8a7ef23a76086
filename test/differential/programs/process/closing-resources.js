// When a handle that closes is no active resource any more.
const server = require('node:net').createServer().listen(0, () => {
  const count = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  console.log(count());
  server.close();
  console.log(count());
  setImmediate(() => console.log(count()));
});
