import * as z from 'zod';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

export const askFollowup = defineTool({
  name: 'ask_followup',
  description: 'Ask the person at the page a question and wait for the answer. Ask only what you cannot find out yourself.',
  toolset: 'work',
  permission: 'read',
  input: z.strictObject({ question: z.string().min(1) }),
  examples: [{ question: 'Should I use PostgreSQL or MySQL for the database?' }],
  card: { icon: 'question', body: 'text', summary: ({ question }) => String(question) },
  async run({ question }, { work, caller, signal }) {
    const beads = configured(work.beads, 'bead creator not configured');
    const started = performance.now();
    const { id } = await beads.ask(question, caller);
    let bead;
    try {
      bead = await beads.waitForAnswer(id, signal);
    } catch (error) {
      // Nobody is there any more to read an answer.
      await beads.withdraw(id, 'The run was stopped.', caller).catch(() => undefined);
      throw error;
    }
    const metadata = { bead_id: id, question, waited_ms: Math.round(performance.now() - started) };
    const answer = bead?.question?.answer;
    if (answer !== undefined) return { message: 'question answered', output: answer, metadata: { ...metadata, answered: true, answer } };
    const why = bead ? 'The person closed the question without an answer.'
      : `No answer within ${Math.round(beads.answerWithinMs / 60_000)} minutes. The question stays open as ${id}; its answer will come to your inbox.`;
    return { message: 'question not answered', output: why, metadata: { ...metadata, answered: false } };
  },
});
