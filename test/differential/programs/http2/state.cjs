// What streams and sessions tell of themselves.
const http2 = require('node:http2');
const server = http2.createServer();
server.on('stream', (stream) => {
  const { state, localClose, remoteClose } = stream.state;
  console.log(state, localClose, remoteClose, stream.headersSent, stream.id, stream.pushAllowed);
  stream.respond({ 'x-sensitive': 'secret', [http2.sensitiveHeaders]: ['x-sensitive'] });
  console.log(stream.headersSent, stream.sentHeaders[':status']);
  stream.end('x');
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('connect', () => {
    const { nextStreamID, localWindowSize, remoteWindowSize, lastProcStreamID } = client.state;
    console.log(nextStreamID, localWindowSize, remoteWindowSize, lastProcStreamID);
    console.log(client.originSet, client.closed, client.destroyed, client.connecting);
    client.setLocalWindowSize(200000);
    console.log(client.state.effectiveLocalWindowSize, client.state.localWindowSize);
  });
  const req = client.request({ ':method': 'HEAD' });
  console.log(req.endAfterHeaders, req.bufferSize, req.state);
  req.on('response', (headers) => console.log(headers[http2.sensitiveHeaders], headers['x-sensitive'], req.endAfterHeaders, req.headRequest));
  req.resume().on('end', () => { client.close(); server.close(); });
});
