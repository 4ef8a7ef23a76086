/** Which files of a zip may be executed: `fflate` reads names and contents only. */

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
/** Systems whose attributes hold Unix permission bits: Unix itself and macOS. */
const UNIX = new Set([3, 19]);

/** Paths as they stand in the zip. Empty where its list of contents is not where it should be: such a zip loses bits, not files. */
export function programsOfZip(zip: Uint8Array): ReadonlySet<string> {
  const found = new Set<string>();
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - END_LENGTH;
  // A comment of at most 64 KiB may come behind it.
  const first = Math.max(0, end - 0xffff);
  while (end >= first && view.getUint32(end, true) !== END) end--;
  if (end < first) return found;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= zip.length && view.getUint32(at, true) === ENTRY; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
    const mode = UNIX.has(zip[at + 5]!) ? view.getUint32(at + 38, true) >>> 16 : 0;
    if ((mode & 0o170000) === 0o100000 && (mode & 0o100) !== 0) {
      const bytes = zip.subarray(at + 46, at + 46 + nameLength);
      const utf8 = (view.getUint16(at + 8, true) & 0x800) !== 0;
      found.add(utf8 ? new TextDecoder().decode(bytes) : String.fromCharCode(...bytes));
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  return found;
}
