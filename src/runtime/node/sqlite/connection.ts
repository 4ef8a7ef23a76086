/** An open database, as its statements, functions and sessions see it. */
import { connectionError } from './errors.ts';
import type { Library } from './library.ts';

/** What belongs to a connection and ends with it. */
export interface Dependent { finalize(): void }

export class Connection {
  readonly library: Library;
  /** sqlite3*; 0 once closed. */
  db: number;
  readonly dependents = new Set<Dependent>();
  /** What a callback of the program threw while SQLite ran: thrown on, instead of SQLite's error. */
  pending: { error: unknown } | undefined;
  /** Numbers of the functions made for this connection (`functions.ts`). */
  readonly functions: number[] = [];
  authorizer: Function | null = null;

  constructor(library: Library, db: number) {
    this.library = library;
    this.db = db;
  }

  /** @throws what a callback threw, or SQLite's error, when the code is not the expected one */
  check(code: number, ...expected: number[]): void {
    const pending = this.pending;
    this.pending = undefined;
    if (pending) throw pending.error;
    if (!(expected.length === 0 ? code === 0 : expected.includes(code))) throw connectionError(this.library, this.db);
  }

  /** A callback's exception must not run through SQLite's frames: it is kept, and `failed` answers SQLite. */
  guard<T>(run: () => T, failed: (error: unknown) => T): T {
    try {
      return run();
    } catch (error) {
      this.pending ??= { error };
      return failed(error);
    }
  }

  finalizeAll(): void {
    for (const dependent of [...this.dependents]) dependent.finalize();
    this.dependents.clear();
  }
}
