/** What the loop takes from the shared work: news for the agent's next turn, and the skills that the model is told of. */
import type { WorkServices } from '../work/services.ts';
import { newsText } from '../work/messages/news-text.ts';

/** Skills that are named to the model, and characters of each description; all can be loaded. */
const MAX_SKILLS = 60;
const MAX_DESCRIPTION = 300;

/** New messages and late answers as one user message; undefined when there are none. A store that fails does not end a run: what is unread comes later. */
export async function inboxText({ messages }: WorkServices, agent: string): Promise<{ text: string; items: number } | undefined> {
  const news = await messages?.take(agent).catch(() => []);
  return news === undefined || news.length === 0 ? undefined : { text: newsText(news), items: news.length };
}

/** The part of the system message about skills; empty when there are none. */
export async function skillsText({ skills }: WorkServices, signal: AbortSignal): Promise<string> {
  const all = await skills?.list(signal).catch(() => []) ?? [];
  if (all.length === 0) return '';
  const lines = all.slice(0, MAX_SKILLS).map(({ name, description }) => {
    const short = description.replace(/\s+/g, ' ').trim();
    return `- ${name}${short === '' ? '' : `: ${short.length > MAX_DESCRIPTION ? `${short.slice(0, MAX_DESCRIPTION)}…` : short}`}`;
  });
  return ['Skills are instructions for kinds of work. Load one with the tool skill before you do such work:', ...lines, ...(all.length > MAX_SKILLS ? [`- and ${all.length - MAX_SKILLS} more`] : [])].join('\n');
}
