/** What the loop takes from the shared work: news for the agent's next turn, and the skills that the model is told of. */
import type { WorkServices } from '../work/services.ts';
import type { News, Reader } from '../work/messages/store.ts';

/** Skills and agents that are named to the model, and characters of each description; all can be loaded or called. */
const MAX_SKILLS = 60;
const MAX_DESCRIPTION = 300;

/** New messages and late answers. A store that fails does not end a run: what is unread comes later. @param reader the run, where there may be others of the agent */
export const takeNews = async ({ messages }: WorkServices, agent: string, reader?: Reader): Promise<readonly News[]> => await messages?.take(agent, reader).catch(() => []) ?? [];

/** The part of the system message about skills; empty when there are none. */
export async function skillsText({ skills }: WorkServices, signal: AbortSignal): Promise<string> {
  const all = await skills?.list(signal).catch(() => []) ?? [];
  if (all.length === 0) return '';
  return ['Skills are instructions for kinds of work. Load one with the tool skill before you do such work:', ...namedLines(all)].join('\n');
}

/** The part of the system message about the agents that may be called, which are none of the chain of callers; empty when there are none. */
export async function agentsText({ directory }: WorkServices, chain: readonly string[], signal: AbortSignal): Promise<string> {
  const known = await directory?.list(signal).catch(() => []) ?? [];
  const others = known.filter(({ id, source }) => source === 'project' && !chain.includes(id));
  if (others.length === 0) return '';
  return ['Other agents can do a part of the work for you at the same time. Give it to one with call_agent, go on with yours, and look with check_call:',
    ...namedLines(others.map(({ id, role, description }) => ({ name: role === id ? id : `${id} (${role})`, description })))].join('\n');
}

function namedLines(all: readonly { name: string; description: string }[]): string[] {
  const lines = all.slice(0, MAX_SKILLS).map(({ name, description }) => {
    const short = description.replace(/\s+/g, ' ').trim();
    return `- ${name}${short === '' ? '' : `: ${short.length > MAX_DESCRIPTION ? `${short.slice(0, MAX_DESCRIPTION)}…` : short}`}`;
  });
  return all.length > MAX_SKILLS ? [...lines, `- and ${all.length - MAX_SKILLS} more`] : lines;
}
