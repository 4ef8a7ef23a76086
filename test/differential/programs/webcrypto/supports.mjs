const { subtle } = globalThis.crypto;
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
const hex = (b) => Buffer.from(b).toString('hex');
const data = new TextEncoder().encode('some data');
for (const [operation, algorithm] of [['digest', 'SHA-256'], ['digest', 'SHA3-256'], ['digest', 'MD5'], ['sign', 'Ed25519'], ['generateKey', { name: 'AES-GCM', length: 128 }], ['generateKey', { name: 'AES-GCM', length: 100 }], ['encrypt', 'RSA-OAEP'], ['nope', 'SHA-256']]) await t(operation, () => SubtleCrypto.supports?.(operation, algorithm));
