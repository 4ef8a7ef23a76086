import { CcmCipher, ChaChaCipher, ChaChaPolyCipher, OcbCipher } from './aead.ts';
import { BlockModeCipher, CounterCipher, GcmCipher, type PieceCipher } from './aes.ts';
import { aesBlocks } from './block-cipher.ts';
import { FeedbackCipher, OutputFeedbackCipher, PlainBlockMode, WrapCipher } from './block-modes.ts';
import type { CipherKind } from './cipher-names.ts';
import { TripleDes } from './des.ts';

/** The cipher of that kind at work; key and vector fit it. */
export function makeCipher(kind: CipherKind, key: Uint8Array, iv: Uint8Array | null, encrypts: boolean, tagLength = 16): PieceCipher {
  if (kind.family === 'chacha') {
    if (kind.name === 'chacha20-poly1305') return new ChaChaPolyCipher(key, iv!, encrypts);
    return new ChaChaCipher(key, iv!.slice(4), new DataView(iv!.buffer, iv!.byteOffset).getUint32(0, true));
  }
  const blocks = () => (kind.family === 'des' ? new TripleDes(key) : aesBlocks(key));
  switch (kind.mode) {
    case 'gcm': return new GcmCipher(key, iv!, encrypts);
    case 'ccm': return new CcmCipher(key, iv!, encrypts, tagLength);
    case 'ocb': return new OcbCipher(key, iv!, encrypts, tagLength);
    case 'ctr': return new CounterCipher(key, iv!);
    case 'cfb': return new FeedbackCipher(blocks(), iv!, kind.feedback === 1 ? 'bit' : kind.feedback === 8 ? 'byte' : 'block', encrypts);
    case 'ofb': return new OutputFeedbackCipher(blocks(), iv!);
    case 'wrap': return new WrapCipher(blocks(), iv!, encrypts, kind.pads === true);
    default: return kind.family === 'des' ? new PlainBlockMode(blocks(), iv, encrypts) : new BlockModeCipher(key, iv, encrypts);
  }
}
