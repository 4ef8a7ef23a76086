import * as z from 'zod';
import { todoStatuses } from '../work/todos/todo-file.ts';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';
import { countTodos, todoMetadata } from './work/todo-text.ts';

export const todoWrite = defineTool({
  name: 'todo_write',
  description: 'Replace the list of tasks in TODO.md. Give all tasks, also those that are done; an empty list clears it. One task should be in_progress while you work.',
  toolset: 'todos',
  permission: 'write',
  input: z.strictObject({
    todos: z.array(z.strictObject({
      content: z.string().min(1).describe('What to do: "Run tests".'),
      activeForm: z.string().min(1).describe('The same as something that is being done: "Running tests".'),
      status: z.enum(todoStatuses),
    })),
  }),
  examples: [{ todos: [
    { content: 'Set up project structure', activeForm: 'Setting up project structure', status: 'in_progress' },
    { content: 'Write unit tests', activeForm: 'Writing unit tests', status: 'pending' },
  ] }],
  card: { icon: 'todo', body: 'list', summary: ({ todos }) => (Array.isArray(todos) ? `${todos.length} tasks` : '') },
  async run({ todos }, { work, signal }) {
    const merged = await configured(work.todos, 'todo list not configured').write(todos, signal);
    const { pending, in_progress, completed } = countTodos(merged.todos);
    const head = `Updated TODO.md with ${merged.todos.length} task(s)`;
    const quoted = (contents: readonly string[]): string => contents.map((content) => JSON.stringify(content)).join(', ');
    const byHand = [
      ...(merged.added.length === 0 ? [] : [`Kept, because a person added it to the file: ${quoted(merged.added)}.`]),
      ...(merged.changed.length === 0 ? [] : [`A person had changed the status in the file: ${quoted(merged.changed)}.`]),
      ...(merged.removed.length === 0 ? [] : [`Left out, because a person removed it from the file: ${quoted(merged.removed)}.`]),
    ];
    const warning = in_progress === 0 && merged.todos.length > 0 ? ['Warning: No tasks are in_progress. Consider marking at least one task as in_progress.'] : [];
    const summary = `${head}:\n  - Pending: ${pending}\n  - In Progress: ${in_progress}\n  - Completed: ${completed}`;
    return {
      message: head, output: [summary, ...byHand, ...warning].join('\n\n'),
      metadata: { ...todoMetadata(merged.todos), merged: { added: merged.added, changed: merged.changed, removed: merged.removed }, ...(warning.length === 0 ? {} : { warning: warning[0]! }) },
    };
  },
});
