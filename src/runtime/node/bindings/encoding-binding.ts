/** internalBinding('encoding_binding'): TextEncoder, TextDecoder for UTF-8, and host names. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';
import { bytesOf, checkDecoded, unshared } from '../buffer/encodings.ts';
import { toUnicode } from '../url/punycode.ts';

const isBuffer = (value: unknown): value is ArrayBuffer => value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;

export const encodingBinding: Binding = {
  name: 'encoding_binding',
  create(rt: CoreRuntime, shape) {
    const encoder = new rt.native.TextEncoder();
    const decoders = new Map<string, TextDecoder>();
    return Object.assign(shape, {
      encodeInto(text: string, target: Uint8Array) {
        const { read, written } = encoder.encodeInto(text, target);
        shape.encodeIntoResults[0] = read;
        shape.encodeIntoResults[1] = written;
      },
      encodeUtf8String: (text: string) => encoder.encode(text),
      decodeUTF8(input: ArrayBuffer | ArrayBufferView, ignoreBOM: unknown, fatal: unknown) {
        if (!ArrayBuffer.isView(input) && !isBuffer(input)) {
          throw Object.assign(new TypeError('The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.'), { code: 'ERR_INVALID_ARG_TYPE' });
        }
        const key = `${Boolean(ignoreBOM)},${Boolean(fatal)}`;
        let decoder = decoders.get(key);
        if (decoder === undefined) decoders.set(key, decoder = new rt.native.TextDecoder('utf-8', { ignoreBOM: Boolean(ignoreBOM), fatal: Boolean(fatal) }));
        const bytes = bytesOf(input);
        let text: string;
        try {
          text = decoder.decode(unshared(bytes));
        } catch {
          throw rt.stacks.withRoom(() => Object.assign(new TypeError('The encoded data was not valid for encoding utf-8'), { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' }));
        }
        return checkDecoded(text, bytes);
      },
      toASCII(host: string) {
        // An address of four numbers, or what looks like one, is not its matter.
        if (/^[\0-\x7f]*$/.test(host) && !/xn--/i.test(host)) return host.toLowerCase();
        try {
          // The asterisk is escaped by the browser alone.
          return new rt.native.URL(`ws://${host}`).hostname.replaceAll('%2A', '*');
        } catch {
          return '';
        }
      },
      toUnicode,
    });
  },
};
