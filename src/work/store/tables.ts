/** What is kept of the shared work, by collection. Every record carries the project it belongs to; the person's own skills belong to none. */
import type { Bead } from '../beads/bead.ts';
import type { Message } from '../messages/message.ts';
import type { OwnSkill } from '../skills/own-skills.ts';
import type { TodoRecord } from '../todos/todos.ts';

export interface Counter {
  project: string;
  id: string;
  next: number;
}

export interface Tables {
  beads: Bead;
  messages: Message;
  skills: OwnSkill;
  todos: TodoRecord;
  counters: Counter;
}

export type Collection = keyof Tables;

export const collections: readonly Collection[] = ['beads', 'messages', 'skills', 'todos', 'counters'];

/** One transaction over all collections. Only its own methods may be awaited inside: a transaction of IndexedDB ends when nothing is asked of it. */
export interface Transaction {
  get<C extends Collection>(collection: C, project: string, id: string): Promise<Tables[C] | undefined>;
  all<C extends Collection>(collection: C, project: string): Promise<Tables[C][]>;
  put<C extends Collection>(collection: C, record: Tables[C]): Promise<void>;
  remove(collection: Collection, project: string, id: string): Promise<void>;
}

/** Where the records are. A change that throws leaves nothing behind. */
export interface Records {
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}
