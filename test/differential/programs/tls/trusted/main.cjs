// A certificate that its authority has signed: authorised on the client's side.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (socket) => {
  console.log('server', socket.authorized, socket.encrypted, socket.servername);
  socket.end('hello');
});
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, host: 'localhost', ca: readFileSync('ca.crt') }, () => {
    console.log('client', client.authorized, client.authorizationError, client.getProtocol(), client.getCipher().name, client.alpnProtocol);
    const { subject, issuer, subjectaltname } = client.getPeerCertificate();
    console.log({ ...subject }, { ...issuer }, subjectaltname);
  });
  client.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => server.close(() => console.log('closed')));
});
