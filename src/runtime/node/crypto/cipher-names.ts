/** The ciphers there are, by OpenSSL's names. */

export type CipherMode = 'ecb' | 'cbc' | 'ctr' | 'gcm' | 'ccm' | 'ocb' | 'cfb' | 'ofb' | 'wrap' | 'stream';

export interface CipherKind {
  name: string;
  family: 'aes' | 'des' | 'chacha';
  mode: CipherMode;
  nid: number;
  keyLength: number;
  ivLength: number;
  /** 1 for those that work byte by byte; `getCipherInfo` leaves it out for stream ciphers. */
  blockSize: number;
  /** Bits that CFB feeds back; undefined for a whole block. */
  feedback?: 1 | 8;
  /** Key wrapping of any length. */
  pads?: boolean;
}

type Sizes = readonly [n128: number, n192: number, n256: number];
const AES: { readonly [suffix: string]: { mode: CipherMode; nids: Sizes; iv: number; block: number; feedback?: 1 | 8 } } = {
  ecb: { mode: 'ecb', nids: [418, 422, 426], iv: 0, block: 16 }, cbc: { mode: 'cbc', nids: [419, 423, 427], iv: 16, block: 16 }, ctr: { mode: 'ctr', nids: [904, 905, 906], iv: 16, block: 1 },
  gcm: { mode: 'gcm', nids: [895, 898, 901], iv: 12, block: 1 }, ccm: { mode: 'ccm', nids: [896, 899, 902], iv: 12, block: 1 }, ocb: { mode: 'ocb', nids: [958, 959, 960], iv: 12, block: 16 },
  cfb: { mode: 'cfb', nids: [421, 425, 429], iv: 16, block: 1 }, cfb1: { mode: 'cfb', nids: [650, 651, 652], iv: 16, block: 1, feedback: 1 }, cfb8: { mode: 'cfb', nids: [653, 654, 655], iv: 16, block: 1, feedback: 8 },
  ofb: { mode: 'ofb', nids: [420, 424, 428], iv: 16, block: 1 },
};
const WRAP: readonly { suffix: string; nids: Sizes; iv: number }[] = [{ suffix: 'wrap', nids: [788, 789, 790], iv: 8 }, { suffix: 'wrap-pad', nids: [897, 900, 903], iv: 4 }];
const DES: readonly [name: string, mode: CipherMode, nid: number, keyLength: number, feedback?: 1 | 8][] = [
  ['des-ede', 'ecb', 32, 16], ['des-ede-cbc', 'cbc', 43, 16], ['des-ede-cfb', 'cfb', 60, 16], ['des-ede-ofb', 'ofb', 62, 16], ['des-ede3', 'ecb', 33, 24], ['des-ede3-cbc', 'cbc', 44, 24],
  ['des-ede3-cfb', 'cfb', 61, 24], ['des-ede3-cfb1', 'cfb', 658, 24, 1], ['des-ede3-cfb8', 'cfb', 659, 24, 8], ['des-ede3-ofb', 'ofb', 63, 24],
];

const byName = new Map<string, CipherKind>();
/** Names as `getCiphers` spells them. */
const listed: string[] = [];

function add(kind: CipherKind, ...names: string[]): void {
  for (const name of names) {
    byName.set(name.toLowerCase(), kind);
    listed.push(name);
  }
}

for (const [index, bits] of [128, 192, 256].entries()) {
  for (const [suffix, { mode, nids, iv, block, feedback }] of Object.entries(AES)) {
    const named = mode === 'gcm' || mode === 'ccm';
    const plain = `aes-${bits}-${suffix}`;
    const kind: CipherKind = { name: named ? `id-aes${bits}-${suffix}` : plain, family: 'aes', mode, nid: nids[index]!, keyLength: bits / 8, ivLength: iv, blockSize: block, ...(feedback && { feedback }) };
    add(kind, plain, ...(named ? [`id-aes${bits}-${suffix.toUpperCase()}`] : []), ...(suffix === 'cbc' ? [`aes${bits}`] : []));
  }
  for (const { suffix, nids, iv } of WRAP) {
    add({ name: `id-aes${bits}-${suffix}`, family: 'aes', mode: 'wrap', nid: nids[index]!, keyLength: bits / 8, ivLength: iv, blockSize: 8, ...(iv === 4 && { pads: true }) }, `aes${bits}-${suffix}`, `id-aes${bits}-${suffix}`);
  }
}
for (const [name, mode, nid, keyLength, feedback] of DES) {
  const aliases = mode === 'ecb' ? [`${name}-ecb`] : name === 'des-ede3-cbc' ? ['des3'] : [];
  add({ name, family: 'des', mode, nid, keyLength, ivLength: mode === 'ecb' ? 0 : 8, blockSize: mode === 'cfb' || mode === 'ofb' ? 1 : 8, ...(feedback && { feedback }) }, name, ...aliases);
}
add({ name: 'chacha20', family: 'chacha', mode: 'stream', nid: 1019, keyLength: 32, ivLength: 16, blockSize: 1 }, 'chacha20');
add({ name: 'chacha20-poly1305', family: 'chacha', mode: 'stream', nid: 1018, keyLength: 32, ivLength: 12, blockSize: 1 }, 'chacha20-poly1305');

/** By name in any case, or by OpenSSL's number. */
export function findCipher(name: string | number): CipherKind | undefined {
  return typeof name === 'number' ? [...byName.values()].find((kind) => kind.nid === name) : byName.get(name.toLowerCase());
}

/** Known to OpenSSL and not here: ARIA, Camellia, SM4, XTS, and AES with an HMAC of TLS. */
const ELSEWHERE = ['aria', 'camellia'].flatMap((family) => ['128', '192', '256'].flatMap((bits) => [`${family}${bits}`, ...['cbc', 'cfb', 'cfb1', 'cfb8', 'ctr', 'ecb', 'ofb', ...(family === 'aria' ? ['ccm', 'gcm'] : [])].map((mode) => `${family}-${bits}-${mode}`)]))
  .concat(['sm4', ...['cbc', 'cfb', 'ctr', 'ecb', 'ofb'].map((mode) => `sm4-${mode}`)], ['aes-128-xts', 'aes-256-xts', 'des3-wrap', 'id-smime-alg-CMS3DESwrap'],
    ['128', '256'].flatMap((bits) => [`aes-${bits}-cbc-hmac-sha1`, `aes-${bits}-cbc-hmac-sha256`]));

export const isElsewhere = (name: string): boolean => ELSEWHERE.some((other) => other.toLowerCase() === name.toLowerCase());

/** What `crypto.getCiphers()` lists: OpenSSL's list. */
export const CIPHER_NAMES: readonly string[] = [...listed, ...ELSEWHERE].sort();
