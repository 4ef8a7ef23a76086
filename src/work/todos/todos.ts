/** The list of tasks: its state in the records, TODO.md in the project as its readable form. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { abortable } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { WorkBase } from '../store/work-base.ts';
import { mergeTodos, renderTodoFile, todosFromFile, type Merged, type Todo } from './todo-file.ts';

export interface TodoRecord {
  project: string;
  id: 'todo';
  /** The tasks as the last writer or reader saw them. */
  todos: Todo[];
  /** TODO.md as it was then; another text means that somebody changed it by hand. */
  text: string;
}

export const TODO_FILE = 'TODO.md';
export const TODO_LIMITS = { todos: 500, characters: 2000 } as const;

export interface TodoState {
  /** Whether TODO.md is there. */
  exists: boolean;
  todos: readonly Todo[];
}

export interface TodoStore {
  /** As the file says now; undefined before the first reading. */
  readonly live: StoreApi<TodoState | undefined>;
  /** Reads the file again, for the panel; what was changed by hand still counts as unseen. */
  refresh(): Promise<void>;
  read(signal?: AbortSignal): Promise<TodoState>;
  /** Replaces the list; what a person changed in the file since the last reading is merged in and reported. */
  write(todos: readonly Todo[], signal?: AbortSignal): Promise<Merged>;
  /** What a person does on the page: a change of the file by hand, which the agent has not seen yet. */
  edit(change: (todos: readonly Todo[]) => readonly Todo[]): Promise<void>;
}

export function createTodoStore(base: WorkBase, files: Pick<ProjectFiles, 'readText' | 'writeText'>): TodoStore {
  const live = createStore<TodoState | undefined>(() => undefined);
  const record = (): Promise<TodoRecord | undefined> => base.read((tx) => tx.get('todos', base.project, 'todo'));
  const keep = (todos: readonly Todo[], text: string): Promise<void> => base.change((tx) => tx.put('todos', { project: base.project, id: 'todo', todos: [...todos], text }));

  const look = async (signal?: AbortSignal): Promise<{ text: string | undefined; state: TodoState; notes: string; seen: readonly Todo[] }> => {
    const [known, text] = await Promise.all([record(), files.readText(TODO_FILE, signal)]);
    if (text === undefined) return { text, state: { exists: false, todos: [] }, notes: '', seen: [] };
    const seen = known?.todos ?? [];
    const { todos, notes } = todosFromFile(text, seen);
    return { text, state: { exists: true, todos: text === known?.text ? seen : todos }, notes, seen };
  };
  const inTurn = serialize(`tabloom-todos:${base.project}`);
  const refresh = async (): Promise<void> => {
    live.setState((await look()).state, true);
  };
  // Another tab's write; a read that fails leaves what was shown.
  base.subscribe(['todos'], () => void refresh().catch(() => undefined));

  const check = (todos: readonly Todo[]): void => {
    if (todos.length > TODO_LIMITS.todos) throw new AppError('too_large', `a list has at most ${TODO_LIMITS.todos} tasks`);
    for (const { content, activeForm } of todos) {
      if (content.length > TODO_LIMITS.characters || activeForm.length > TODO_LIMITS.characters) throw new AppError('too_large', `a task has at most ${TODO_LIMITS.characters} characters`);
    }
  };

  return {
    live, refresh,
    read: (signal) => inTurn(async () => {
      const { text, state } = await look(signal);
      if (text !== undefined) await keep(state.todos, text);
      return state;
    }, signal),
    write: (todos, signal) => inTurn(async () => {
      check(todos);
      const { text, state, notes, seen } = await look(signal);
      const merged = text === undefined ? { todos: [...todos], added: [], changed: [], removed: [] } : mergeTodos(seen, state.todos, todos);
      const next = renderTodoFile(merged.todos, notes);
      await files.writeText(TODO_FILE, next, signal);
      await keep(merged.todos, next);
      return merged;
    }, signal),
    edit: (change) => inTurn(async () => {
      const { state, notes } = await look();
      const todos = change(state.todos);
      check(todos);
      await files.writeText(TODO_FILE, renderTodoFile(todos, notes));
      await refresh();
    }),
  };
}

/** One after the other, across tabs where the browser has locks. The signal ends the wait for its turn: the tab that has it may be frozen. */
function serialize(name: string): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (globalThis.navigator?.locks !== undefined) return navigator.locks.request(name, signal ? { signal } : {}, work) as Promise<T>;
    const before = last;
    const result = abortable(before, signal).then(work);
    // Whoever gave up waiting does not let the next one in before its time.
    last = before.then(() => result.catch(() => undefined));
    return result;
  };
}
