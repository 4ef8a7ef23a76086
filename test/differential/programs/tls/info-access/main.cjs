// A certificate that tells where more is known of it, as both ends show it.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const key = readFileSync('server.key'), cert = readFileSync('server.crt');
const server = tls.createServer({ key, cert }, (socket) => {
  console.log('own', socket.getCertificate().infoAccess);
  socket.end();
});
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, ca: cert, servername: 'localhost' }, () => {
    console.log(client.authorized, client.getPeerCertificate().infoAccess);
    const detailed = client.getPeerCertificate(true);
    console.log(detailed.infoAccess, detailed.issuerCertificate === detailed, detailed.subject, detailed.subjectaltname);
    console.log(client.getPeerX509Certificate().infoAccess);
  });
  client.on('close', () => server.close()).resume();
});
