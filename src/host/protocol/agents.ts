/** What `.agents` describes: skills and agents. */
import * as z from 'zod/mini';

const head = { name: z.string(), head: z.string() };

export const agentOperations = {
  agent_files: z.strictObject({ head_chars: z.int().check(z.minimum(1)) }),
} as const;

export const agentResults = {
  agent_files: z.object({
    skills: z.array(z.object({ ...head, files: z.array(z.string()) })),
    agents: z.array(z.object(head)),
  }),
} as const;
