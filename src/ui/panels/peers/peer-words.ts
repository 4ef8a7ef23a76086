/** How the peers view names people and tabs. */
import type { PresenceState } from '../../../peers/presence.ts';
import type { Json } from '../../../shared/json.ts';

/** How every tab is called, by its session. Tabs are counted in the order in which they came, which is the same for all who look. */
export function tabLabels({ own, others }: PresenceState): Map<string, string> {
  const all = [own, ...others].sort((a, b) => a.since - b.since || (a.session < b.session ? -1 : 1));
  const here = all.length > 1;
  return new Map(all.map(({ session, name }, index) => {
    const tab = session === own.session ? 'this tab' : `tab ${index + 1}`;
    if (name !== '') return [session, here ? `${name} (${tab})` : `${name} (this tab)`];
    return [session, session === own.session ? 'This tab' : `Tab ${index + 1}`];
  }));
}

export const GONE_TAB = 'a tab that is gone';

/** A moment of the peers' clock as a time of day here. */
export function clockText(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

/** JSON that a person typed. @returns the value, or a sentence that says what is wrong with it */
export function readJson(text: string): { value: Json } | { problem: string } {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: `This is not valid JSON: ${(error as Error).message}` };
  }
}
