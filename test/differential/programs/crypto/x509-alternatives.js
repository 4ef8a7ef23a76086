// Alternative names of rarer kinds: a directory's with letters beyond ASCII, those of accounts, and one nobody knows.
const assert = require('node:assert');
const { X509Certificate } = require('node:crypto');
const { subjectAltName } = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIICBTCCAaugAwIBAgIULsiw5LMERLva9HAJtRD9Kx0ci8EwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMYWx0ZXJuYXRpdmVzMCAXDTI2MTEyNTE4MzAzOVoYDzIxMjYx
MTAxMTgzMDM5WjAXMRUwEwYDVQQDDAxhbHRlcm5hdGl2ZXMwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARiEeyQS8/1K8UNdN7pJSFGvBWcsilFBZPXTUkHmMv8pGZY
HtiF0iy6NNM6by42Odxjgro9ujkts/bj79AynF3Wo4HSMIHPMIGtBgNVHREEgaUw
gaKkLDAqMRswGQYDVQQHDBJNw4PCvG5jaGVuLCBTw4PCvGQxCzAJBgNVBAYTAkRF
oDEGCCsGAQUFBwgFoCUMI3NvbWVib2R5QGV4YW1wbGUuY29tLCBETlM6ZWxzZXdo
ZXJloCAGCisGAQQBgjcUAgOgEgwQdXNlckBleGFtcGxlLmNvbaAQBgMrzg+gCQwH
dW5rbm93boILZXhhbXBsZS5jb20wHQYDVR0OBBYEFCOMtbVQZtXu3QKNoglwd1NW
dPrZMAoGCCqGSM49BAMCA0gAMEUCIFAqswYswGit9N9Dfsolb5TT1RBTtN6rK18W
knziLs+JAiEAtk4cG2eaUaG2AHgVx+iqIHGG2Rv6cwVV5UppJ9h3JpE=
-----END CERTIFICATE-----`);
assert.match(subjectAltName, /othername:UPN:user@example\.com/);
console.log(subjectAltName);
