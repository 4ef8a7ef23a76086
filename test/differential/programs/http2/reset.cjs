// Streams that one side resets, with the codes the other sees.
const http2 = require('node:http2');
const { NGHTTP2_REFUSED_STREAM, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = http2.constants;
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.on('error', (error) => console.log('server error', error.code));
  stream.on('aborted', () => console.log('server aborted'));
  if (headers[':path'] === '/refuse') stream.close(NGHTTP2_REFUSED_STREAM);
  else if (headers[':path'] === '/destroy') stream.destroy(new Error('no'));
  else if (headers[':path'] === '/cancel') stream.on('close', () => console.log('server closed', stream.rstCode));
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const paths = ['/refuse', '/destroy', '/cancel'];
  const next = () => {
    const path = paths.shift();
    if (!path) { client.close(); server.close(); return; }
    const req = client.request({ ':path': path });
    req.on('error', (error) => console.log(path, error.code, error.message));
    req.on('close', () => { console.log(path, 'closed', req.rstCode, req.aborted, req.destroyed); setTimeout(next, 50); });
    if (path === '/cancel') setTimeout(() => req.close(NGHTTP2_CANCEL), 50);
    req.resume();
  };
  next();
  void NGHTTP2_INTERNAL_ERROR;
});
