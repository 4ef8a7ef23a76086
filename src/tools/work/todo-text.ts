/** The list of tasks as the model reads it. */
import type { Json } from '../../shared/json.ts';
import type { Todo } from '../../work/todos/todo-file.ts';
import { TODO_FILE } from '../../work/todos/todos.ts';

/** Completed tasks that are listed; the others are counted. */
const SHOWN_COMPLETED = 5;

export interface TodoCounts { pending: number; in_progress: number; completed: number }

export function countTodos(todos: readonly Todo[]): TodoCounts {
  const count = (status: Todo['status']): number => todos.filter((todo) => todo.status === status).length;
  return { pending: count('pending'), in_progress: count('in_progress'), completed: count('completed') };
}

/** What both tools report. */
export function todoMetadata(todos: readonly Todo[]): { [key: string]: Json } {
  const counts = countTodos(todos);
  return { todo_file: TODO_FILE, todo_count: todos.length, ...counts, counts: { ...counts }, todos: todos.map((todo) => ({ ...todo })) };
}

export function todoListText(todos: readonly Todo[]): string {
  const { pending, in_progress, completed } = countTodos(todos);
  const group = (status: Todo['status'], heading: string): string[] => {
    const own = todos.filter((todo) => todo.status === status);
    if (own.length === 0) return [];
    const shown = status === 'completed' ? own.slice(0, SHOWN_COMPLETED) : own;
    const lines = shown.map((todo, at) => `${at + 1}. ${todo.content}${status === 'completed' ? '' : ` (${todo.activeForm})`}`);
    const rest = own.length - shown.length;
    return [`## ${heading}\n${lines.join('\n')}${rest === 0 ? '' : `\n... and ${rest} more completed tasks`}`];
  };
  return [
    `# TODO List (${todos.length} task(s))`, ...group('in_progress', 'In Progress'), ...group('pending', 'Pending'), ...group('completed', `Completed (${completed})`),
    `Summary: ${pending} pending, ${in_progress} in progress, ${completed} completed`,
  ].join('\n\n');
}
