const { subtle } = crypto;
const iv = new Uint8Array(16).fill(7);
const raw = Uint8Array.from({ length: 32 }, (_, i) => i);
const text = new TextEncoder().encode('attack at dawn, bring snacks');
for (const parameters of [{ name: 'AES-CBC', iv }, { name: 'AES-CTR', counter: iv, length: 64 }, { name: 'AES-GCM', iv: iv.subarray(0, 12), additionalData: new Uint8Array([1, 2]) }]) {
  for (const bits of [128, 256]) {
    const key = await subtle.importKey('raw', raw.subarray(0, bits / 8), parameters.name, true, ['encrypt', 'decrypt']);
    const sealed = await subtle.encrypt(parameters, key, text);
    console.log(parameters.name, bits, Buffer.from(sealed).toString('hex'), new TextDecoder().decode(await subtle.decrypt(parameters, key, sealed)));
  }
}
const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
console.log(key.algorithm, key.usages, (await subtle.exportKey('raw', key)).byteLength, (await subtle.exportKey('jwk', key)).alg);
await subtle.decrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(40)).catch((e) => console.log(e.name, e.message));
const password = await subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits', 'deriveKey']);
console.log(Buffer.from(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: iv, iterations: 1000 }, password, 256)).toString('hex'));
const derived = await subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-512', salt: iv, iterations: 10 }, password, { name: 'HMAC', hash: 'SHA-256', length: 256 }, true, ['sign']);
console.log(derived.algorithm, Buffer.from(await subtle.sign('HMAC', derived, text)).toString('hex'));
