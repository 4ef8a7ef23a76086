export interface Hunk {
  /** The line of the patch on which it begins, from 1. */
  patchLine: number;
  header: string;
  /** As stated, from 1; 0 where there are no such lines. Undefined when the header names no lines at all. */
  oldStart: number | undefined;
  newStart: number | undefined;
  /** One of ` -+` per line of `texts`. */
  marks: string;
  /** Lines with their line feed, unless the patch says that there is none. */
  texts: string[];
}

/** One half of a binary patch: the whole new content, or how to make it from the old. */
export interface BinaryData {
  method: 'literal' | 'delta';
  /** What inflates to `size` bytes. */
  deflated: Uint8Array;
  size: number;
}

/** What a patch does to one file. Paths are relative to the project. */
export interface FilePatch {
  patchLine: number;
  /** Undefined for a file that is created. */
  oldPath: string | undefined;
  /** Undefined for a file that is deleted. */
  newPath: string | undefined;
  /** Which of both is told by explicit headers; in a traditional patch a file that is not there is created when nothing of it is needed. */
  explicit: boolean;
  renames: boolean;
  copies: boolean;
  oldMode: number | undefined;
  newMode: number | undefined;
  /** Object ids of the index line, as long as they are there. */
  oldId: string | undefined;
  newId: string | undefined;
  hunks: Hunk[];
  binary: BinaryData | undefined;
  /** Said to differ, without the data. */
  binaryWithoutData: boolean;
}
