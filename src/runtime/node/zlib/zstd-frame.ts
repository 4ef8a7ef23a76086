/** What the beginning of a Zstandard frame says: the module that decodes piece by piece has no way to be told the largest window. */
const MAGIC = 0xfd2fb528;
const SMALLEST_WINDOW = 1 << 10;
/** Enough for every header. */
export const HEADER_BYTES = 18;

export interface FrameHeader { size: number; window: number; content: number | undefined; checksum: boolean }

/** Undefined for what is no frame, or not enough of one. */
export function frameHeader(bytes: Uint8Array): FrameHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint32(0, true) !== MAGIC) return undefined;
  const flags = bytes[4]!;
  const single = (flags & 0x20) !== 0;
  let at = single ? 5 : 6;
  at += [0, 1, 2, 4][flags & 3]!;
  const width = [single ? 1 : 0, 2, 4, 8][flags >> 6]!;
  if (bytes.length < at + width) return undefined;
  const content = width === 0 ? undefined : width === 1 ? bytes[at]! : width === 2 ? view.getUint16(at, true) + 256 : width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
  const power = 2 ** (10 + (bytes[5]! >> 3));
  const window = single ? content! : power + (power / 8) * (bytes[5]! & 7);
  return { size: at + width, window: Math.max(window, SMALLEST_WINDOW), content, checksum: (flags & 4) !== 0 };
}

/** Whether the frame's last byte is there. */
export function isWhole(bytes: Uint8Array, { size, checksum }: FrameHeader): boolean {
  for (let at = size; at + 3 <= bytes.length;) {
    const block = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    at += 3 + (((block >> 1) & 3) === 1 ? 1 : block >> 3);
    if ((block & 1) !== 0) return at + (checksum ? 4 : 0) <= bytes.length;
  }
  return false;
}
