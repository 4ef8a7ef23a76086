/** CRC-32 (ISO 3309), four bytes a step: what is stored is checked against it whenever it is read. */

const TABLES = makeTables();

export function crc32(data: Uint8Array): number {
  const [t0, t1, t2, t3] = TABLES;
  let crc = -1;
  let at = 0;
  for (const end = data.length - 3; at < end; at += 4) {
    crc ^= data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24);
    crc = t3[crc & 255]! ^ t2[(crc >>> 8) & 255]! ^ t1[(crc >>> 16) & 255]! ^ t0[crc >>> 24]!;
  }
  for (; at < data.length; at++) crc = t0[(crc ^ data[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTables(): [Int32Array, Int32Array, Int32Array, Int32Array] {
  const tables = [0, 1, 2, 3].map(() => new Int32Array(256)) as [Int32Array, Int32Array, Int32Array, Int32Array];
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[0][byte] = crc;
  }
  for (let byte = 0; byte < 256; byte++) for (let t = 1; t < 4; t++) tables[t]![byte] = tables[0][tables[t - 1]![byte]! & 255]! ^ (tables[t - 1]![byte]! >>> 8);
  return tables;
}
