// What becomes of a write when the stream goes away under it: an upload that is refused, cancelled, destroyed.
const http2 = require('node:http2');

const cases = {
  'answered and ended before the upload is read': { server: (stream) => { stream.respond({ ':status': 413 }); stream.end('no'); } },
  'reset by the server': { server: (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM) },
  'closed by the server without an error': { server: (stream) => { stream.respond(); stream.close(); } },
  'cancelled by the client': { client: (req) => req.close(http2.constants.NGHTTP2_CANCEL) },
  'destroyed with an error': { client: (req) => req.destroy(new Error('mine')) },
  'the session destroyed by the server': { server: (stream) => stream.session.destroy(http2.constants.NGHTTP2_REFUSED_STREAM) },
};

const run = (name, { server: onServer, client: onClient }) => new Promise((resolve) => {
  const lines = [];
  const log = (line) => lines.push(line);
  const watch = (who, stream) => {
    stream.on('error', (e) => log(`${who} error ${e.code ?? e.message} ${stream.rstCode}`));
    stream.on('aborted', () => log(`${who} aborted`));
    if (onServer) stream.on('end', () => log(`${who} end`));
    stream.on('close', () => log(`${who} close ${stream.rstCode} ${stream.destroyed}`));
  };
  const server = http2.createServer();
  server.on('session', (session) => session.on('error', (e) => log(`server session ${e.code} ${e.message}`)));
  server.on('stream', (stream) => {
    watch('server', stream);
    if (onServer) setImmediate(onServer, stream);
    else stream.once('data', () => stream.pause());
  });
  server.listen(0, () => {
    const session = http2.connect(`http://localhost:${server.address().port}`);
    session.on('error', (e) => log(`client session ${e.code} ${e.message}`));
    const req = session.request({ ':method': 'POST' });
    watch('client', req);
    req.on('response', (headers) => log(`response ${headers[':status']}`));
    req.resume();
    // More than any window lets through.
    req.write(Buffer.alloc(400_000), (e) => log(`first ${e ? e.code : e}`));
    req.end(Buffer.alloc(10), (e) => log(`last ${e ? e.code : e}`));
    if (onClient) setTimeout(onClient, 50, req);
    req.on('close', () => setTimeout(() => {
      session.close();
      server.close(() => {
        console.log(name);
        for (const line of lines.sort()) console.log('  ' + line);
        resolve();
      });
    }, 50));
  });
});

(async () => {
  for (const [name, parts] of Object.entries(cases)) await run(name, parts);
})();
