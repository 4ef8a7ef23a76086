/** The ciphers there are, by OpenSSL's names. */

export interface CipherKind { name: string; mode: 'ecb' | 'cbc' | 'ctr' | 'gcm'; nid: number; keyLength: number; ivLength: number; blockSize: number }

const NIDS = {
  ecb: { 128: 418, 192: 422, 256: 426 }, cbc: { 128: 419, 192: 423, 256: 427 }, ctr: { 128: 904, 192: 905, 256: 906 }, gcm: { 128: 895, 192: 898, 256: 901 },
} as const;

const byName = new Map<string, CipherKind>();
for (const mode of ['ecb', 'cbc', 'ctr', 'gcm'] as const) {
  for (const bits of [128, 192, 256] as const) {
    const kind: CipherKind = {
      name: mode === 'gcm' ? `id-aes${bits}-GCM` : `aes-${bits}-${mode}`, mode, nid: NIDS[mode][bits], keyLength: bits / 8,
      ivLength: mode === 'ecb' ? 0 : mode === 'gcm' ? 12 : 16, blockSize: mode === 'ecb' || mode === 'cbc' ? 16 : 1,
    };
    byName.set(`aes-${bits}-${mode}`, kind);
    if (mode === 'gcm') byName.set(`id-aes${bits}-gcm`, kind);
    if (mode === 'cbc') byName.set(`aes${bits}`, kind);
  }
}

/** By name in any case, or by OpenSSL's number. */
export function findCipher(name: string | number): CipherKind | undefined {
  return typeof name === 'number' ? [...byName.values()].find((kind) => kind.nid === name) : byName.get(name.toLowerCase());
}

/** What `crypto.getCiphers()` lists. */
export const CIPHER_NAMES: readonly string[] = [...byName].map(([name, kind]) => (name.startsWith('id-') ? kind.name : name)).sort();
