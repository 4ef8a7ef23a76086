/** The beads within one transaction: each is read once, changed in place, and written when all went well. */
import type { Actor } from '../actor.ts';
import type { Transaction } from '../store/tables.ts';
import { beadNotFound, noted, type Bead } from './bead.ts';

export class BeadTx {
  readonly tx: Transaction;
  readonly project: string;
  readonly at: number;
  readonly #read = new Map<string, Bead | undefined>();
  readonly #changed = new Set<Bead>();

  constructor(tx: Transaction, project: string, at: number) {
    this.tx = tx;
    this.project = project;
    this.at = at;
  }

  async find(id: string): Promise<Bead | undefined> {
    if (!this.#read.has(id)) this.#read.set(id, await this.tx.get('beads', this.project, id));
    return this.#read.get(id);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<Bead> {
    const bead = await this.find(id);
    if (!bead) throw beadNotFound(id);
    return bead;
  }

  /** Every bead as it is in this transaction. */
  async all(): Promise<Bead[]> {
    for (const bead of await this.tx.all('beads', this.project)) if (!this.#read.has(bead.id)) this.#read.set(bead.id, bead);
    return [...this.#read.values()].filter((bead) => bead !== undefined);
  }

  add(bead: Bead): void {
    this.#read.set(bead.id, bead);
    this.#changed.add(bead);
  }

  /** Notes what was done and has the bead written. */
  note(bead: Bead, by: Actor, what: string, detail?: string): void {
    noted(bead, this.at, by, what, detail);
    this.#changed.add(bead);
  }

  async remove(bead: Bead): Promise<void> {
    this.#read.set(bead.id, undefined);
    this.#changed.delete(bead);
    await this.tx.remove('beads', this.project, bead.id);
  }

  async write(): Promise<void> {
    for (const bead of this.#changed) await this.tx.put('beads', bead);
  }

  /** Ids of what the bead waits for: children that are not closed, and its decision. */
  async waitsFor(bead: Bead): Promise<string[]> {
    const waits: string[] = [];
    for (const id of [...bead.children, ...(bead.decision === undefined ? [] : [bead.decision])]) {
      const other = await this.find(id);
      if (other && other.status !== 'closed') waits.push(id);
    }
    return waits;
  }

  /** Blocks a bead that waits for another, and lets it go on when there is nothing left to wait for. */
  async settle(bead: Bead, by: Actor): Promise<void> {
    const waits = await this.waitsFor(bead);
    if (waits.length > 0 && (bead.status === 'open' || bead.status === 'in_progress')) {
      bead.blocked_from = bead.status;
      bead.status = 'blocked';
      this.note(bead, by, 'blocked', `waits for ${waits.join(', ')}`);
    } else if (waits.length === 0 && bead.blocked_from !== undefined && bead.status === 'blocked') {
      bead.status = bead.blocked_from;
      delete bead.blocked_from;
      this.note(bead, by, 'unblocked');
    }
  }

  /** Closes without asking, and tells the parent. */
  async closeNow(bead: Bead, by: Actor, reason: string | undefined): Promise<void> {
    bead.status = 'closed';
    bead.closed_at = this.at;
    delete bead.blocked_from;
    if (reason !== undefined && reason !== '') bead.context.close_reason = reason;
    this.note(bead, by, 'closed', reason);
    const parent = bead.parent === undefined ? undefined : await this.find(bead.parent);
    if (parent) await this.settle(parent, by);
  }
}
