/** Unpacks gzip with the browser's own code: without a Blob or a Response around it, which go by other processes of the browser. */

/** Packed bytes that are taken in one go: meanwhile the kernel answers nobody. */
const AT_ONCE = 512 * 1024;
/** What a length told at the end of the data is believed up to; a lie costs no more than this. */
const MOST_BELIEVED = 256 * 1024 * 1024;

/** @throws Error when it is damaged or cut short */
export async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const write = async (): Promise<void> => {
    for (let at = 0; at < packed.length; at += AT_ONCE) {
      if (at > 0) await new Promise((done) => setTimeout(done, 0));
      await writer.write(packed.subarray(at, at + AT_ONCE));
    }
    await writer.close();
  };
  const written = write();
  // Whoever reads hears of the same error.
  written.catch(() => {});

  let out = new Uint8Array(Math.min(tellsLength(packed), MOST_BELIEVED));
  let length = 0;
  for (const reader = readable.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (length + value.length > out.length) {
      const grown = new Uint8Array(Math.max(out.length * 2, length + value.length));
      grown.set(out.subarray(0, length));
      out = grown;
    }
    out.set(value, length);
    length += value.length;
  }
  return length === out.length ? out : out.slice(0, length);
}

/** The last four bytes; wrong for data of several parts, which is possible and rare. */
function tellsLength(packed: Uint8Array): number {
  return packed.length < 18 ? 0 : new DataView(packed.buffer, packed.byteOffset).getUint32(packed.length - 4, true);
}
