// Shapes of primes: how long they are, what they leave, and that a safe one's half is a prime.
const crypto = require('node:crypto');
const { checkPrimeSync, generatePrimeSync, createDiffieHellman, generateKeyPairSync } = crypto;
const big = { bigint: true };
for (const bits of [2, 3, 17, 18, 33, 80, 256]) {
  const p = generatePrimeSync(bits, big);
  console.log(bits, p.toString(2).length, checkPrimeSync(p));
}
for (const bits of [3, 6, 17, 18, 20, 64, 256]) {
  const p = generatePrimeSync(bits, { ...big, safe: true });
  console.log('safe', bits, p.toString(2).length, checkPrimeSync(p), checkPrimeSync((p - 1n) / 2n));
}
for (const [add, rem, safe] of [[5n, 3n, false], [5n, undefined, false], [5n, undefined, true], [12n, 11n, true], [2n ** 30n, 3n, false], [60n, 59n, true]]) {
  const p = generatePrimeSync(64, { ...big, add, rem, safe });
  console.log(add, rem, safe, p % add, checkPrimeSync(p), !safe || checkPrimeSync((p - 1n) / 2n));
}
for (const [bits, options] of [[1, {}], [2, { safe: true }], [4, { safe: true }], [5, { safe: true }]]) {
  try {
    console.log(generatePrimeSync(bits, { ...big, ...options }));
  } catch (error) {
    console.log(bits, options, error.name, error.code, error.message);
  }
}
for (const generator of [2, 3, 5]) {
  const dh = createDiffieHellman(512, generator);
  const p = BigInt(`0x${dh.getPrime('hex')}`);
  console.log('exchange', generator, p.toString(2).length, p % 12n, generator === 5 ? p % 60n : generator === 2 ? p % 24n : '', dh.verifyError, checkPrimeSync((p - 1n) / 2n));
}
for (const options of [{ primeLength: 2 }, { primeLength: 511 }, { prime: Buffer.from([23]) }, { primeLength: 512, generator: 1 }, { primeLength: 512, generator: 5 }]) {
  try {
    console.log(generateKeyPairSync('dh', options).publicKey.asymmetricKeyType);
  } catch (error) {
    console.log(options, error.name, error.code, error.message, error.opensslErrorStack);
  }
}
