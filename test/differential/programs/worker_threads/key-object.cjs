const { Worker } = require('node:worker_threads');
const { createSecretKey, generateKeyPairSync, sign, webcrypto } = require('node:crypto');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signature = sign(null, Buffer.from('text'), privateKey);
const worker = new Worker(`
  const { workerData: { secret, publicKey, signature, text }, parentPort } = require('node:worker_threads');
  const { verify } = require('node:crypto');
  parentPort.postMessage([secret.type, secret.export().toString('hex'), secret.constructor.name, secret.symmetricKeySize]);
  parentPort.postMessage([publicKey.asymmetricKeyType, verify(null, text, publicKey, signature)]);
`, { eval: true, workerData: { secret: createSecretKey(Buffer.from('00112233', 'hex')), publicKey, signature, text: Buffer.from('text') } });
worker.on('message', (m) => console.log(m));
worker.on('error', (e) => console.log(e.message));
