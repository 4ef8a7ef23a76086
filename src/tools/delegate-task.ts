import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

export const delegateTask = defineTool({
  name: 'delegate_task',
  description: 'Create a child bead for another role. The parent bead waits until all its children are closed.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({
    delegate_to_role: z.string().min(1),
    task_title: z.string().min(1),
    task_description: z.string().optional(),
    task_priority: z.int().min(0).max(4).default(0).describe('0 is critical, 4 can wait.'),
    parent_bead_id: z.string().min(1).optional().describe('By default the bead that you work on.'),
  }),
  examples: [{
    delegate_to_role: 'qa-engineer', task_title: 'Run integration tests for auth module',
    task_description: 'Execute full integration test suite for the authentication module, including edge cases and error handling', task_priority: 2, parent_bead_id: 'bead-abc-123',
  }],
  card: { icon: 'delegate', body: 'text', summary: ({ delegate_to_role, task_title }) => `${String(delegate_to_role)}: ${String(task_title)}` },
  async run({ delegate_to_role, task_title, task_description, task_priority, parent_bead_id }, { work, caller }) {
    const beads = configured(work.beads, 'bead creator not configured');
    const child = await beads.delegate({ role: delegate_to_role, title: task_title, description: task_description, priority: task_priority, parent: parent_bead_id }, caller);
    return {
      message: 'task delegated', output: `Created ${child.id} for ${delegate_to_role}${child.parent === undefined ? '' : `; ${child.parent} waits for it`}.`,
      metadata: { child_bead_id: child.id, parent_bead_id: child.parent ?? null, delegate_to_role, task_title, task_priority },
    };
  },
});
