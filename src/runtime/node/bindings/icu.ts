/** internalBinding('icu'): character widths, converters for TextDecoder, Buffer transcoding. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { bytesOf, decodeBytes, encodeString, unshared } from '../buffer/encodings.ts';

const FLUSH = 1, FATAL = 2, IGNORE_BOM = 4;
const U_ILLEGAL_ARGUMENT_ERROR = 1;

/** East Asian wide and fullwidth, and pictures shown as emoji: two columns. */
const WIDE = /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f004}\u{1f0cf}\u{1f18e}\u{1f191}-\u{1f19a}\u{1f200}-\u{1f320}\u{1f32d}-\u{1f335}\u{1f337}-\u{1f37c}\u{1f37e}-\u{1f393}\u{1f3a0}-\u{1f3ca}\u{1f3cf}-\u{1f3d3}\u{1f3e0}-\u{1f3f0}\u{1f3f4}\u{1f3f8}-\u{1f43e}\u{1f440}\u{1f442}-\u{1f4fc}\u{1f4ff}-\u{1f53d}\u{1f54b}-\u{1f54e}\u{1f550}-\u{1f567}\u{1f57a}\u{1f595}\u{1f596}\u{1f5a4}\u{1f5fb}-\u{1f64f}\u{1f680}-\u{1f6c5}\u{1f6cc}\u{1f6d0}-\u{1f6d2}\u{1f6d5}-\u{1f6d7}\u{1f6dc}-\u{1f6df}\u{1f6eb}\u{1f6ec}\u{1f6f4}-\u{1f6fc}\u{1f7e0}-\u{1f7eb}\u{1f7f0}\u{1f90c}-\u{1f93a}\u{1f93c}-\u{1f945}\u{1f947}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const ZERO = /[\p{Mn}\p{Me}\p{Cf}]/u;

export const icuBinding: Binding = {
  name: 'icu',
  create(rt: CoreRuntime, shape) {
    return Object.assign(shape, {
      getStringWidth(text: string, ambiguousAsFull = false) {
        void ambiguousAsFull;
        let width = 0;
        for (const c of text) {
          const code = c.codePointAt(0)!;
          if (code < 0x20 || (code >= 0x7f && code < 0xa0)) continue;
          if (code < 0x300) width++;
          else if (ZERO.test(c)) continue;
          else width += WIDE.test(c) ? 2 : 1;
        }
        return width;
      },
      icuErrName: (code: number) => (code === U_ILLEGAL_ARGUMENT_ERROR ? 'U_ILLEGAL_ARGUMENT_ERROR' : `U_ERROR_${code}`),
      transcode(source: Uint8Array, from: string, to: string) {
        const known = ['ascii', 'latin1', 'utf16le', 'utf8'];
        if (!known.includes(from) || !known.includes(to)) return U_ILLEGAL_ARGUMENT_ERROR;
        let text = decodeBytes(bytesOf(source), from);
        // What the target cannot hold becomes a question mark.
        if (to === 'ascii') text = text.replace(/[^\0-\x7f]/gu, '?');
        if (to === 'latin1') text = text.replace(/[^\0-\xff]/gu, '?');
        const bytes = encodeString(text, to);
        return Object.setPrototypeOf(bytes, rt.bufferPrototype!);
      },
      hasConverter(name: string) {
        try {
          new rt.native.TextDecoder(name);
          return true;
        } catch {
          return false;
        }
      },
      getConverter(name: string, flags: number) {
        try {
          return { decoder: new rt.native.TextDecoder(name, { fatal: (flags & FATAL) !== 0, ignoreBOM: (flags & IGNORE_BOM) !== 0 }) };
        } catch {
          return undefined;
        }
      },
      decode(converter: { decoder: TextDecoder }, input: ArrayBufferView | ArrayBuffer, flags: number, encoding: string) {
        try {
          return converter.decoder.decode(unshared(bytesOf(input)), { stream: (flags & FLUSH) === 0 });
        } catch {
          throw rt.stacks.withRoom(() => Object.assign(new TypeError(`The encoded data was not valid for encoding ${encoding}`), { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' }));
        }
      },
    });
  },
};
