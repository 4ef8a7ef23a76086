/** Reads the archives of packages: ustar with its prefixes, and the extended headers of POSIX and GNU for long names. */

export interface ArchiveFile {
  /** Path in the archive, as it stands there. */
  path: string;
  mode: number;
  /** A view of the archive's memory; null for a folder. */
  bytes: Uint8Array | null;
}

const BLOCK = 512;
/** Kind of an entry: `5`. */
const FOLDER = 53;
const text = new TextDecoder();

/** The files and folders of an archive that is already unpacked, in order. Links, devices and the like are no part of packages. @throws Error when it is cut short or damaged */
export function* filesOf(archive: Uint8Array): Generator<ArchiveFile> {
  let longPath: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK);
    if (header[0] === 0) {
      at += BLOCK;
      continue;
    }
    const size = numberAt(header, 124, 12);
    const end = at + BLOCK + size;
    if (end > archive.length) throw new Error('the archive is cut short');
    const bytes = archive.subarray(at + BLOCK, end);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    switch (String.fromCharCode(header[156]!)) {
      case 'x':
        longPath = extendedPath(bytes) ?? longPath;
        continue;
      case 'L':
        longPath = textAt(bytes, 0, bytes.length);
        continue;
      case '0': case '\0': case '7': case '5': {
        const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
        const name = textAt(header, 0, 100);
        yield { path: longPath ?? (prefix ? `${prefix}/${name}` : name), mode: numberAt(header, 100, 8), bytes: header[156] === FOLDER ? null : bytes };
      }
    }
    longPath = undefined;
  }
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return text.decode(end < 0 ? field : field.subarray(0, end));
}

/** Octal digits, or with the high bit set a binary number. */
function numberAt(bytes: Uint8Array, start: number, length: number): number {
  if (bytes[start]! & 0x80) {
    let value = 0;
    for (let i = start + 1; i < start + length; i++) value = value * 256 + bytes[i]!;
    return value;
  }
  const value = parseInt(textAt(bytes, start, length).trim() || '0', 8);
  if (!Number.isSafeInteger(value)) throw new Error('the archive is damaged');
  return value;
}

/** `path` of an extended header: lines of length, a space, `name=value`. */
function extendedPath(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at);
    const length = parseInt(text.decode(bytes.subarray(at, space)), 10);
    if (!(length > 0)) throw new Error('the archive is damaged');
    const [, name, value] = /^([^=]*)=([\s\S]*)\n$/.exec(text.decode(bytes.subarray(space + 1, at + length))) ?? [];
    if (name === 'path') return value;
    at += length;
  }
  return undefined;
}
