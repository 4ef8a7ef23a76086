/** What a previewed page tells the page around it. It comes from a program of the sandbox, so every part is checked. */
import type { LineLevel } from './previews.ts';

export type News = { news: 'console'; lines: { level: LineLevel; text: string }[]; dropped: number } | { news: 'place'; path: string } | { news: 'leave'; backwards: boolean };

/** Of one message. */
const MAX_LINES = 100;
const LEVELS: readonly unknown[] = ['log', 'info', 'warn', 'error', 'debug'];

/** The message, or null when it is none of these. */
export function readNews(data: unknown): News | null {
  if (typeof data !== 'object' || data === null || (data as { t?: unknown }).t !== 'tabloom-preview') return null;
  const { news, lines, dropped, path, backwards } = data as { news?: unknown; backwards?: unknown; lines?: unknown; dropped?: unknown; path?: unknown };
  if (news === 'console' && Array.isArray(lines)) {
    const sound = lines.slice(0, MAX_LINES).flatMap((line: { level?: unknown; text?: unknown } | null) => (LEVELS.includes(line?.level) && typeof line?.text === 'string' ? [{ level: line.level as LineLevel, text: line.text.slice(0, 4001) }] : []));
    return { news, lines: sound, dropped: Number.isSafeInteger(dropped) && (dropped as number) > 0 ? (dropped as number) : 0 };
  }
  if (news === 'place' && typeof path === 'string' && path.startsWith('/')) return { news, path: path.slice(0, 4000) };
  if (news === 'leave') return { news, backwards: backwards === true };
  return null;
}
