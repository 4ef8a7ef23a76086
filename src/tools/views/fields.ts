import type { Json } from '../../shared/json.ts';
import type { ToolResult } from '../result.ts';

type Fields = { [key: string]: Json };

/** The named fields that are there, in that order. */
export function pick(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]!]));
}

/** Whether a result is a part, and how to get the rest; nothing when it is whole. */
export function restOf({ bounds }: ToolResult): Fields {
  if (!bounds?.truncated) return {};
  return { truncated: true, ...pick(bounds as unknown as Fields, ['total', 'next_cursor', 'refinement_hint']) };
}
