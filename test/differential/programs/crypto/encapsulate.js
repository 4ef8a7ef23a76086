// Secrets that travel under a public key: those that OpenSSL made are found again, and keys that cannot do it say so.
const assert = require('node:assert');
const crypto = require('node:crypto');

const MADE = [
  ['x25519', `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VuBCIEIKjR7+gEJz1eZPV/Z/Cek/WRnNa4LlkJwJkLoCVJJ7BI
-----END PRIVATE KEY-----`, 'Xl6/0DXeLAnfdh6rRQmr8bTmY0Zqlf3afdrM26nx01o=', 'pFsP+7JuLln9zZOrYkXSq8ilq51a5Ksr/u75vtRWVrU='],
  ['x448', `-----BEGIN PRIVATE KEY-----
MEYCAQAwBQYDK2VvBDoEOCDxEdEE3j4xIybKe2ISLDPw+b5w69j843jMMLsA9zab
RiXprAX8ShMzHN5EoopaZB7MZ5sLNkqI
-----END PRIVATE KEY-----`, 'TMyhRf9VvBkKhRsDmaz2lV1+U3k5pr/l/rleAppp+KcHOHMiKn7UmFk6ij6GcJ/tbtg3TeelRkE=', 'BJmpMMdEaWApEEhbfilx0PJ3YWcA/C3I6hirM0RQay3qPwwNQaE2EECJa7xT4U/EV3vcGevKxawAse022Fi0Xw=='],
  ['P-256', `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDXFM5uTGnAPXZ7+g
xpIRItW2S40v5ZKp+u+8d1WZGw2hRANCAAQcfswtJbONffxDpcQmP7sxVXv+xxKY
5xolhkoUVRq2Zaa9QFMNOaqI4eNyyAnQUymqXZz3OoFGiWcpuL2EkGsM
-----END PRIVATE KEY-----`, 'BLpReyoD6l5YTQ6dEnYpV5JJTlFji/8YtWENr+J8eqiQNL4oik2pq267tYCX4So4514yFyK9nhwTrn+h2jwZWog=', '5pfIZmjMu67adkSXBbGiz1MbgE9SaVo4minFpNPtb+I='],
  ['P-384', `-----BEGIN PRIVATE KEY-----
MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDBDFMp2N3+leA40NDcB
5CCZ4WqjPc0O2/6r/6+T6zm5fD8OOJsHYT4jex8sIq4qn2ChZANiAAT3auL2ax+t
sENO3qCGEvvOknuobFTcUmhWIExdfBY2wi9KjHWVaCt0dqlDz5BPf+qUenIfzsCb
LSt3gRe2xktbzUsvq/qVGPLKrd2gLCmFumAZOLS/c1w6l8WO0kHx5LU=
-----END PRIVATE KEY-----`, 'BM9tTuX5qiLT5cCSjYZ9uvhcUxb7RFLK/PBPheihT7M5RacRMFDUZsB7BdYvIz3D1OhhldhxHSMfcxq1hQVkkb511z4iw0indA4gdmZA0urikuM8BQ04xoD4cQAch+43ag==', 'Qfsqt5XNchh77gTTp9j1r+CIWPR3//4mKb4dPplEzHNeg4b9ht24CuTSPr8Jh3Yu'],
  ['P-521', `-----BEGIN PRIVATE KEY-----
MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIB8yCOYNqTDxyLiTNI
MYtdiZAptjQT8DN8uvYqIFqqXhgi36/YNMPA6fIWNGhFEN/6y6MPiS3Age4I4PGH
g5Q+qMGhgYkDgYYABAHbBQKi95t7E0CfJTrHX7LMWAj86THicZ4w57lFfSq4Qf4n
5SdyeuUCYyEKoVOxkuCswvqlikpeXN56drWi4MiSCAG/ch4jRoJXePVRG/KbOtgO
xYjsRZOMbMLCHaJu0VYBb7gfzhuiT0MhaETOPe2QV4nV39UvvyG8zZPQ4X58okIC
tw==
-----END PRIVATE KEY-----`, 'BAG4JiRGsGGqogpg+KzQvptoKjY3tCCaFiKO3HrjqCfej6j699rW9OESliuDmCe2dBHWifqNebK54KrhSrgZM0zd3wC26qAeYWSdJsDYwAU1n+vhagiQ+sOkxeQKeGW068zdoFARmernGXmAwCJikXOjFuUVpT6O4ZQav3/9YOMjg0x7yg==', 'ptsiJyFrlCENtNk1XcadhGr61VY+cJ78F/FPgOgOkg/BDPDZgIuqdOF15O/hswEnAwGMl7oMMKOmO8Mp3OpsmA=='],
  ['rsa', `-----BEGIN PRIVATE KEY-----
MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAO8Bk5KPqL4mlUHz
eYIPdp+iVC7t2SZwSp2aV90clGLCQqMf9dVT/ldDnPjIaWJAmJZBbs5uZZCE5hfQ
91DNP98bzOXH95YMXwSqBv6QCyrk7vXqv8jwBzk1y+GCdceeFYuVd8hY7BfZQFaZ
+ZaPUw+gh/YrHa5dXzut3/njCTZRAgMBAAECgYAmeJV9cNxThzhdPkifs8d/WIy+
ZRCgDFEmXzKnZ7NG1kgNo9ZZOUTmXP7GWNQFuaoV/YBNgB2fDpVO3hcBDZirDE06
BToWtgIgVMiSNEwlWHmohQn8A0vbA047UQGcl6afc4TCC9yP7+MFt+lpMKQgdC+B
Uk4rNon+cplPYqMKRQJBAP91Tw+osNE7s7ZTNLzNXRQC5mu2USkP2Z5YQOO3xDMt
K1NJagxtLzBgSLGEmFmbctqis2uhWYvHbBynl03KEwsCQQDvg1XqB7IMTiP2On+q
j2zHXEx9ArIokv6jYqxojeA/UVTTMyje3R71u2U5jni8d9WmIU+dTgpMuOmLKMHP
jTWTAkEA8GGNrNl60NhSCl4PgR3p2RvFgVPE2VO93l+DaASTTejSHQQ3E0xmnCnu
HYT860z4bb2uAbiJj5tvIyOcn6ln8wJAe0vHyW7muDDtkE6y89FbdRFNirj9j6eE
EAW2rSgD/XRXz1Uxv/BihKtQQ53VB2hFAn15Z4gKA07ZYrq7cqXFowJBAMQApD1w
FIy/SuyLxCEmJENy8/IoWZegLQTWsCCw2JRzwc+2VOrQnl6Rcfno6IY4tN0gTmoa
iNNu2ormfxD4r28=
-----END PRIVATE KEY-----`, 'WpxX5buHSHZxD7HOeQZje+fTkjKSaOWowB0o+F30QOkIIdN5eYmahVRvd/wCkmHgSMt187373IVQecdEhLQF568l1TmzCfvoG1Z0jRNHy04fDGPBmd4WPQ20HUt94kVDJ0PTwE+1b2TWx8qi9whMkE19TSC3LHcMNfl+/s4UA5E=', 'q/1wS2bw9oWPIv0wCoC6jVgWb0FUFxCvvmYJgNemtzXJMr09i2s0bmAcku3Xrvwxnt1Jq2H0HgroI56tDEc+NW+OY3/FPPL1rV0tKfU3ILvUpIuO1y56xFk/n3XJp15CpmtWqa4eTNWXg3QL94j+fKb4T7kpnuhkI1efUBFWdI0='],
];
const attempt = (work) => {
  try {
    return work().length;
  } catch ({ message, code }) {
    return [message, code];
  }
};
for (const [name, text, sent, secret] of MADE) {
  const key = crypto.createPrivateKey(text);
  assert.strictEqual(crypto.decapsulate(key, Buffer.from(sent, 'base64')).toString('base64'), secret);
  const { sharedKey, ciphertext } = crypto.encapsulate(crypto.createPublicKey(key));
  assert.strictEqual(crypto.decapsulate(text, ciphertext).equals(sharedKey), true);
  assert.strictEqual(sharedKey.length, Buffer.from(secret, 'base64').length);
  console.log(name, Buffer.isBuffer(sharedKey), sharedKey.length, ciphertext.length);
  for (const wrong of [Buffer.alloc(3), Buffer.alloc(ciphertext.length), Buffer.alloc(ciphertext.length, 255)]) console.log(attempt(() => crypto.decapsulate(key, wrong)));
}
(function next([made, ...rest]) {
  if (!made) return;
  const key = crypto.createPrivateKey(made[1]);
  crypto.encapsulate(crypto.createPublicKey(key), (error, { sharedKey, ciphertext }) => {
    crypto.decapsulate(key, ciphertext, (fault, found) => {
      console.log(made[0], error, fault, found.equals(sharedKey));
      next(rest);
    });
  });
})(MADE);
for (const [type, options] of [['ed25519'], ['rsa-pss', { modulusLength: 512 }], ['ec', { namedCurve: 'secp256k1' }]]) {
  console.log(type, attempt(() => crypto.encapsulate(crypto.generateKeyPairSync(type, options).publicKey)));
}
