// Keys of Web Crypto as a thread's data and in messages to it and back: their algorithms are objects of the receiver.
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
const shown = (key) => [key, key instanceof CryptoKey, Object.getPrototypeOf(key.algorithm) === Object.prototype, key.algorithm.hash, key.algorithm.publicExponent];
if (!isMainThread) {
  console.log('data', ...shown(workerData));
  parentPort.on('message', (key) => {
    console.log('message', ...shown(key));
    parentPort.postMessage(key);
    if (key.type === 'private') parentPort.close();
  });
} else {
  const { subtle } = crypto;
  const secret = await subtle.generateKey({ name: 'AES-CBC', length: 128 }, false, ['encrypt']);
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: secret });
  worker.on('message', (key) => console.log('back', ...shown(key)));
  const rsa = await subtle.generateKey({ name: 'RSA-PSS', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign', 'verify']);
  worker.postMessage(await subtle.generateKey({ name: 'HMAC', hash: 'SHA-1' }, true, ['sign']));
  worker.postMessage(rsa.publicKey);
  worker.postMessage(rsa.privateKey);
}
