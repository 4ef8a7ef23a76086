import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';
import { todoListText, todoMetadata } from './work/todo-text.ts';

export const todoRead = defineTool({
  name: 'todo_read',
  description: 'Read the list of tasks in TODO.md, grouped by status.',
  toolset: 'todos',
  permission: 'read',
  input: z.strictObject({}),
  examples: [{}],
  card: { icon: 'todo', body: 'list', summary: () => '' },
  async run(_input, { work, signal }) {
    const { exists, todos } = await configured(work.todos, 'todo list not configured').read(signal);
    const metadata = { ...todoMetadata(todos), exists };
    const nothing = exists ? 'TODO.md exists but contains no tasks.' : 'No TODO.md file found. Use todo_write to create a task list.';
    return todos.length === 0 ? { message: nothing, output: nothing, metadata } : { message: `${todos.length} task(s)`, output: todoListText(todos), metadata };
  },
});
