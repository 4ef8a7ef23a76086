/** A datagram as `read` and `write` of a datagram socket carry it: length of the address, address, port, contents. */

export interface Datagram { address: string; port: number; data: Uint8Array }

/** Bytes of contents that UDP over IPv4 can carry. */
export const MAX_DATAGRAM = 65507;
/** Bytes a whole datagram takes at most. */
export const MAX_PACKED = MAX_DATAGRAM + 3 + 255;

export function packDatagram({ address, port, data }: Datagram): Uint8Array {
  const out = new Uint8Array(3 + address.length + data.length);
  out[0] = address.length;
  for (let i = 0; i < address.length; i++) out[1 + i] = address.charCodeAt(i);
  out[1 + address.length] = port >> 8;
  out[2 + address.length] = port & 255;
  out.set(data, 3 + address.length);
  return out;
}

/** Null when the bytes are too short to be one. */
export function unpackDatagram(bytes: Uint8Array): Datagram | null {
  const length = bytes[0] ?? 0;
  if (bytes.length < 3 + length) return null;
  return { address: String.fromCharCode(...bytes.subarray(1, 1 + length)), port: bytes[1 + length]! << 8 | bytes[2 + length]!, data: bytes.subarray(3 + length) };
}
