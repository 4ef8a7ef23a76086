const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
const { publicKey } = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
console.log(publicKey, [publicKey.type], Object.keys(publicKey), JSON.stringify(publicKey));
console.log(await subtle.generateKey({ name: 'AES-CTR', length: 192 }, false, ['encrypt', 'decrypt']));
console.log(crypto, subtle);
