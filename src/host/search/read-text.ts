/** Reads the texts that a search looks at. */
import * as fs from 'node:fs';

/** Files above this are left out of a search; one that is named by itself may be larger, as the full log of a command is. */
const MAX_FILE = 10 * 1024 * 1024;
const MAX_NAMED_FILE = 128 * 1024 * 1024;
/** In a filesystem that holds less than this altogether, no file can do harm by its size. */
const SMALL_FILESYSTEM = 512 * 1024 * 1024;
/** A NUL among the first characters marks a binary file, which is git's rule too. */
const BINARY_WITHIN = 8000;

export interface Skipped {
  skipped: 'binary' | 'too_large';
}

/** A function from a path to the file's text; undefined for what cannot be read. The reader of a named file takes longer ones. */
export function readerFor(root: string, named: boolean): (path: string) => string | Skipped | undefined {
  const limit = named ? MAX_NAMED_FILE : MAX_FILE;
  const read = isSmall(root) ? (path: string): string => fs.readFileSync(path, 'utf8') : boundedReader(limit);
  return (path) => {
    try {
      const text = read(path);
      if (text === undefined || text.length > limit) return { skipped: 'too_large' };
      const nul = text.indexOf('\0');
      if (nul >= 0 && nul < BINARY_WITHIN) return { skipped: 'binary' };
      // A byte order mark is not part of the first line.
      return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG' ? { skipped: 'too_large' } : undefined;
    }
  };
}

/**
 * The sandbox's files live in memory: usually all of them together are smaller than what could do harm, and then each is read in one call, where finding
 * out its size first would be a second one.
 */
function isSmall(root: string): boolean {
  try {
    const { blocks, bfree, bsize } = fs.statfsSync(root);
    return (blocks - bfree) * bsize < SMALL_FILESYSTEM;
  } catch {
    return false;
  }
}

function boundedReader(limit: number): (path: string) => string | undefined {
  let buffer = Buffer.allocUnsafe(256 * 1024);
  return (path) => {
    const fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      let length = 0;
      for (;;) {
        const count = fs.readSync(fd, buffer, length, buffer.length - length, null);
        length += count;
        // Filled to the last byte, there may be more.
        if (count === 0 || length < buffer.length) return buffer.toString('utf8', 0, length);
        if (length > limit) return undefined;
        const larger = Buffer.allocUnsafe(buffer.length * 4);
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
    } finally {
      fs.closeSync(fd);
    }
  };
}
