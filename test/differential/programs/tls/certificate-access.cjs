// What a certificate says of its authority's services, as each end sees it.
const tls = require('node:tls');
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUW1G75C7ThCr2auY
3CyyTQa8SCNSeHlAq0a+2kLoPxmhRANCAATd00R1YovegQmKyPAovugycIOLjC9C
+AckYxf9GBOyDhwCrm18PIeFrIRd3oOn/GqH24+J9c2sduixyHsx2Ayx
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIICEjCCAbigAwIBAgIUEwCZbinSqk+KmXCAfCjp92W33UswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTE2MDM1NFoYDzIxMjYxMTAx
MTYwMzU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATd00R1YovegQmKyPAovugycIOLjC9C+AckYxf9GBOyDhwCrm18PIeF
rIRd3oOn/GqH24+J9c2sduixyHsx2Ayxo4HlMIHiMB0GA1UdDgQWBBRnMjQrPFcK
Rk1fWXc/pssq9VO4XTAfBgNVHSMEGDAWgBRnMjQrPFcKRk1fWXc/pssq9VO4XTAP
BgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDB5BggrBgEFBQcB
AQRtMGswIAYIKwYBBQUHMAGGFGh0dHA6Ly9vY3NwLmV4YW1wbGUvMCQGCCsGAQUF
BzAChhhodHRwOi8vY2EuZXhhbXBsZS9jYS5jcnQwIQYIKwYBBQUHMAGGFWh0dHA6
Ly9vdGhlci5leGFtcGxlLzAKBggqhkjOPQQDAgNIADBFAiBAYl4S135xuMlrZybN
BPRAEz/O853lHtk4D9I558ScngIhAI4SvhbJ4RExN/DT9lg9siNRJep211GcEoEX
v3BdDaib
-----END CERTIFICATE-----
`;

const server = tls.createServer({ key, cert }, (socket) => {
  console.log('own', JSON.stringify(socket.getCertificate().infoAccess));
  socket.end('hello');
});
server.listen(0, () => {
  const socket = tls.connect({ port: server.address().port, host: 'localhost', ca: cert }, () => {
    const plain = socket.getPeerCertificate(), detailed = socket.getPeerCertificate(true);
    console.log('authorized', socket.authorized, plain.subject.CN);
    console.log(JSON.stringify(plain.infoAccess), JSON.stringify(detailed.infoAccess), detailed.issuerCertificate === detailed);
    console.log(socket.getPeerX509Certificate().infoAccess);
  });
  socket.resume();
  socket.on('close', () => server.close());
});
