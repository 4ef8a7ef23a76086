import * as z from 'zod';
import { beadTypes } from '../work/beads/bead.ts';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

export const createBead = defineTool({
  name: 'create_bead',
  description: 'Create a bead: a piece of work on the project\'s board. The tag "workflow:review" or "workflow:release" puts it on that workflow.',
  toolset: 'work',
  permission: 'write',
  input: z.strictObject({
    bead: z.strictObject({
      title: z.string().min(1),
      project_id: z.string().min(1),
      description: z.string().optional(),
      priority: z.int().min(0).max(4).default(2).describe('0 is critical, 4 can wait.'),
      type: z.enum(beadTypes).default('task'),
      tags: z.array(z.string().min(1)).default([]),
    }),
  }),
  examples: [{ bead: { title: 'Fix authentication bug', description: 'Users cannot login after password reset', project_id: 'proj-123', priority: 1, type: 'bug', tags: ['security', 'urgent'] } }],
  card: { icon: 'bead', body: 'text', summary: ({ bead }) => String((bead as { title?: unknown } | undefined)?.title ?? '') },
  refusal({ missing, invalid }) {
    if (missing.includes('bead') || invalid.includes('bead')) return 'create_bead requires bead payload';
    return [...missing, ...invalid].some((path) => path === 'bead.title' || path === 'bead.project_id') ? 'create_bead requires bead.title and bead.project_id' : undefined;
  },
  async run({ bead }, { work, caller }) {
    const made = await configured(work.beads, 'bead creator not configured').create(bead, caller);
    const { id, title, project_id, priority, type, tags, status } = made;
    return { message: 'bead created', output: `Created ${id}: ${title} (${type}, P${priority})`, metadata: { bead_id: id, title, project_id, priority, type, tags, status } };
  },
});
