/** News as the agent reads them: one user message at the beginning of its turn. */
import type { News } from './store.ts';

export function newsText(news: readonly News[]): string {
  const parts = news.map((item) => {
    if (item.kind === 'answer') return `The answer to your question ${item.bead_id} (${JSON.stringify(item.question)}):\n${item.answer}`;
    const { id, from, from_role, type, priority, requires_response, subject, body, payload, in_reply_to } = item.message;
    return [
      `Message ${id}, a ${type}${priority === 'high' ? ' of high priority' : ''} from ${from} (${from_role})${in_reply_to === undefined ? '' : ` in answer to your message ${in_reply_to}`}${subject === '' ? '' : `: ${subject}`}`,
      ...(body === '' ? [] : [body]),
      ...(payload === undefined ? [] : [`Payload: ${JSON.stringify(payload)}`]),
      ...(requires_response ? [`It waits for an answer: send_agent_message with to_agent_id ${JSON.stringify(from)} and in_reply_to ${JSON.stringify(id)}.`] : []),
    ].join('\n');
  });
  return [`Your inbox has ${news.length === 1 ? 'one new item' : `${news.length} new items`}.`, ...parts].join('\n\n');
}
