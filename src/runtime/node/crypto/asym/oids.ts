/** Object identifiers of algorithms. */

export const OID = {
  rsa: '1.2.840.113549.1.1.1', rsaPss: '1.2.840.113549.1.1.10', mgf1: '1.2.840.113549.1.1.8',
  ec: '1.2.840.10045.2.1', primeField: '1.2.840.10045.1.1', dsa: '1.2.840.10040.4.1', dh: '1.2.840.113549.1.3.1', dhx: '1.2.840.10046.2.1',
  pbes2: '1.2.840.113549.1.5.13', pbkdf2: '1.2.840.113549.1.5.12', scrypt: '1.3.6.1.4.1.11591.4.11',
} as const;

/** By the canonical name of the hash (`digests.ts`). */
export const DIGEST_OIDS: { readonly [hash: string]: string } = {
  md5: '1.2.840.113549.2.5', sha1: '1.3.14.3.2.26', sha224: '2.16.840.1.101.3.4.2.4', sha256: '2.16.840.1.101.3.4.2.1', sha384: '2.16.840.1.101.3.4.2.2', sha512: '2.16.840.1.101.3.4.2.3',
  'sha512-224': '2.16.840.1.101.3.4.2.5', 'sha512-256': '2.16.840.1.101.3.4.2.6', 'sha3-224': '2.16.840.1.101.3.4.2.7', 'sha3-256': '2.16.840.1.101.3.4.2.8', 'sha3-384': '2.16.840.1.101.3.4.2.9',
  'sha3-512': '2.16.840.1.101.3.4.2.10', ripemd160: '1.3.36.3.2.1',
};

export const digestOfOid = (oid: string): string | undefined => Object.keys(DIGEST_OIDS).find((name) => DIGEST_OIDS[name] === oid);

/** Pseudorandom functions of PBKDF2. */
export const HMAC_OIDS: { readonly [hash: string]: string } = {
  sha1: '1.2.840.113549.2.7', sha224: '1.2.840.113549.2.8', sha256: '1.2.840.113549.2.9', sha384: '1.2.840.113549.2.10', sha512: '1.2.840.113549.2.11',
};

/** Ciphers of encrypted keys, by OpenSSL's name. */
export const CIPHER_OIDS: { readonly [cipher: string]: string } = {
  ...Object.fromEntries([128, 192, 256].flatMap((bits, size) => ['ecb', 'cbc', 'ofb', 'cfb'].map((mode, i) => [`aes-${bits}-${mode}`, `2.16.840.1.101.3.4.1.${20 * size + i + 1}`]))),
  'des-ede3-cbc': '1.2.840.113549.3.7', 'des-ede': '1.3.14.3.2.17',
};

/** Signatures of certificates: OpenSSL's long name, and what they are made of. */
export const SIGNATURES: { readonly [oid: string]: { name: string; hash?: string; scheme: 'rsa' | 'rsa-pss' | 'ecdsa' | 'dsa' | 'ed25519' | 'ed448' } } = {
  '1.2.840.113549.1.1.4': { name: 'md5WithRSAEncryption', hash: 'md5', scheme: 'rsa' },
  '1.2.840.113549.1.1.5': { name: 'sha1WithRSAEncryption', hash: 'sha1', scheme: 'rsa' },
  '1.2.840.113549.1.1.14': { name: 'sha224WithRSAEncryption', hash: 'sha224', scheme: 'rsa' },
  '1.2.840.113549.1.1.11': { name: 'sha256WithRSAEncryption', hash: 'sha256', scheme: 'rsa' },
  '1.2.840.113549.1.1.12': { name: 'sha384WithRSAEncryption', hash: 'sha384', scheme: 'rsa' },
  '1.2.840.113549.1.1.13': { name: 'sha512WithRSAEncryption', hash: 'sha512', scheme: 'rsa' },
  '1.2.840.113549.1.1.10': { name: 'rsassaPss', scheme: 'rsa-pss' },
  '1.2.840.10045.4.1': { name: 'ecdsa-with-SHA1', hash: 'sha1', scheme: 'ecdsa' },
  '1.2.840.10045.4.3.1': { name: 'ecdsa-with-SHA224', hash: 'sha224', scheme: 'ecdsa' },
  '1.2.840.10045.4.3.2': { name: 'ecdsa-with-SHA256', hash: 'sha256', scheme: 'ecdsa' },
  '1.2.840.10045.4.3.3': { name: 'ecdsa-with-SHA384', hash: 'sha384', scheme: 'ecdsa' },
  '1.2.840.10045.4.3.4': { name: 'ecdsa-with-SHA512', hash: 'sha512', scheme: 'ecdsa' },
  '1.2.840.10040.4.3': { name: 'dsaWithSHA1', hash: 'sha1', scheme: 'dsa' },
  '2.16.840.1.101.3.4.3.1': { name: 'dsa_with_SHA224', hash: 'sha224', scheme: 'dsa' },
  '2.16.840.1.101.3.4.3.2': { name: 'dsa_with_SHA256', hash: 'sha256', scheme: 'dsa' },
  '1.3.101.112': { name: 'ED25519', scheme: 'ed25519' },
  '1.3.101.113': { name: 'ED448', scheme: 'ed448' },
};
