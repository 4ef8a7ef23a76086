import { unsafe } from '@noble/ciphers/aes.js';

/** One block at a time, for the modes that no library here has. */
export interface BlockCipher {
  readonly size: number;
  encrypt(block: Uint8Array): Uint8Array;
  decrypt(block: Uint8Array): Uint8Array;
}

export function aesBlocks(key: Uint8Array): BlockCipher {
  const forward = unsafe.expandKeyLE(key);
  let backward: ReturnType<typeof unsafe.expandKeyDecLE> | undefined;
  return {
    size: 16,
    encrypt: (block) => unsafe.encryptBlock(forward, block.slice()),
    decrypt: (block) => unsafe.decryptBlock(backward ??= unsafe.expandKeyDecLE(key), block.slice()),
  };
}
