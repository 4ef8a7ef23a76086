/** How the page shows a call: what the tool says, or a plain card for one that says nothing. */
import { isRecord } from '../shared/json.ts';
import type { ResolvedTool } from './registry.ts';
import type { ToolCard } from './tool.ts';

const MAX_SUMMARY = 200;

const plain: ToolCard = { icon: 'tool', body: 'text', summary: (args) => textOf(args) };

/** @param given the arguments as the model sent them, which may be anything. */
export function cardHints(resolved: ResolvedTool | undefined, given: unknown): { icon: ToolCard['icon']; body: ToolCard['body']; summary: string } {
  const card = resolved?.tool.card ?? plain;
  const { icon, body } = card;
  if (!isRecord(given)) return { icon, body, summary: cut(typeof given === 'string' ? given : textOf(given)) };
  return { icon, body, summary: cut(summaryOf(card, resolved, given)) };
}

/** Nothing here was checked: a summary that cannot be made of it is the arguments as they are. */
function summaryOf(card: ToolCard, resolved: ResolvedTool | undefined, given: Record<string, unknown>): string {
  try {
    return card.summary(resolved?.alias ? resolved.alias.map(given) : given);
  } catch {
    return textOf(given);
  }
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text === '{}' ? '' : text;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_SUMMARY ? line : `${line.slice(0, MAX_SUMMARY - 1)}…`;
}
