/** Writing what keeps changing: some time after the first change, and one write after the other. */
export interface WriteLater {
  /** Something has changed. */
  soon(): void;
  /** Writes now; resolves when it is written. */
  flush(): Promise<void>;
  /** Resolves when no write is under way. */
  settled(): Promise<void>;
  /** Nothing is written for the changes told so far. */
  cancel(): void;
}

/**
 * @param write what is there at that moment; it must not fail
 * @param ms from the first change to its write
 */
export function writeLater(write: () => Promise<void>, ms: number): WriteLater {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = (): Promise<void> => {
    cancel();
    writing = writing.then(write);
    return writing;
  };
  return {
    flush, cancel,
    soon: () => { timer ??= setTimeout(() => void flush(), ms); },
    settled: () => writing,
  };
}
