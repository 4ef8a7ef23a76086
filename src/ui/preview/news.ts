/** What a previewed page tells the page around it. It comes from a program of the sandbox, so every part is checked. */
import type { LineLevel } from './previews.ts';

export type News = { news: 'console'; level: LineLevel; text: string } | { news: 'place'; path: string } | { news: 'leave'; backwards: boolean };

const LEVELS: readonly unknown[] = ['log', 'info', 'warn', 'error', 'debug'];

/** The message, or null when it is none of these. */
export function readNews(data: unknown): News | null {
  if (typeof data !== 'object' || data === null || (data as { t?: unknown }).t !== 'tabloom-preview') return null;
  const { news, level, text, path, backwards } = data as { news?: unknown; backwards?: unknown; level?: unknown; text?: unknown; path?: unknown };
  if (news === 'console' && LEVELS.includes(level) && typeof text === 'string') return { news, level: level as LineLevel, text: text.slice(0, 4001) };
  if (news === 'place' && typeof path === 'string' && path.startsWith('/')) return { news, path: path.slice(0, 4000) };
  if (news === 'leave') return { news, backwards: backwards === true };
  return null;
}
