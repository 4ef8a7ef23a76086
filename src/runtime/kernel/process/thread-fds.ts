/** A thread's look at its process's descriptors: the same table, and a memory of what this thread opened, which goes with it. */
import { FdTable } from '../files/fd-table.ts';
import type { OpenFile } from '../types.ts';

export class ThreadFds extends FdTable {
  /** Descriptors this thread opened that are still open. */
  readonly opened = new Set<number>();
  private readonly table: FdTable;

  constructor(table: FdTable) {
    super();
    this.table = table;
  }

  override get(fd: number): OpenFile {
    return this.table.get(fd);
  }

  override has(fd: number): boolean {
    return this.table.has(fd);
  }

  override install(file: OpenFile, lowest = 0): number {
    const fd = this.table.install(file, lowest);
    this.opened.add(fd);
    return fd;
  }

  override installAt(fd: number, file: OpenFile): void {
    if (this.table.has(fd)) this.close(fd);
    this.table.installAt(fd, file);
    this.opened.add(fd);
  }

  /** Record locks belong to the thread that took them: its own go with the descriptor, those of other threads stay. */
  override close(fd: number): void {
    this.table.close(fd, this);
  }

  override closeAll(): void {
    for (const fd of [...this.opened]) if (this.table.has(fd)) this.close(fd);
  }

  override numbers(): number[] {
    return this.table.numbers();
  }
}
