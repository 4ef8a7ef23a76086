const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const [algorithm, usages] of [[{ name: 'AES-GCM', length: 128 }, ['encrypt', 'sign']], [{ name: 'AES-KW', length: 128 }, ['wrapKey']], [{ name: 'AES-KW', length: 128 }, ['encrypt']], [{ name: 'HMAC', hash: 'SHA-256' }, ['sign', 'sign']], [{ name: 'ECDSA', namedCurve: 'P-256' }, ['verify']], [{ name: 'ECDH', namedCurve: 'P-256' }, ['sign']], ['Ed25519', ['sign', 'verify']], ['X25519', ['deriveKey']]]) await t(JSON.stringify([algorithm, usages]), async () => { const k = await subtle.generateKey(algorithm, false, usages); return k.type ? [k.usages, k.extractable] : [k.publicKey.usages, k.publicKey.extractable, k.privateKey.usages, k.privateKey.extractable]; });
