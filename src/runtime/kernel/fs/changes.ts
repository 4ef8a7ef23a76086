/** The count of changes to the filesystem, in memory that every process can read: what a process remembers of files is right for as long as the number stays (`Sys.changes`). */

let words: Int32Array | undefined;
let index = 0;

/** From now on changes are counted in `memory[word]`. There is one kernel, and one count, in a worker. */
export function countChanges(memory: Int32Array, word: number): void {
  words = memory;
  index = word;
}

/** Contents, a name or a mode has changed, or is about to before anybody else can look. */
export function fileChanged(): void {
  if (words !== undefined) Atomics.add(words, index, 1);
}
