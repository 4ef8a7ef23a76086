/** One of the five systems as a model knows it: its tools under its own names, in its own terms, and its form of results. */
import * as z from 'zod';
import type { Json } from '../../shared/json.ts';
import { selectFrom } from '../registry.ts';
import type { ResolvedTool, ToolRegistry } from '../registry.ts';
import type { ToolResult } from '../result.ts';
import type { Tool, ToolAlias } from '../tool.ts';
import type { SystemName } from './names.ts';

export interface System {
  name: SystemName;
  registry: ToolRegistry;
  /** How actions are written where there are no tool calls: `{"type", ...fields}`, or `{"tool", "args"}` with blocks of content after the JSON. */
  envelope: 'actions' | 'atloop';
  /** What the model reads of a result. */
  render(result: ToolResult): string;
  /** Remarks on a call for the model alone. */
  remarks?(call: { name: string; arguments: unknown }): string[];
}

/** A name that a system's documents use: the registry's own, or one with other terms than the registry's tool of that name. */
export type SystemTool = string | { name: string; tool: string; as: Omit<ToolAlias, 'name'> | ((tool: Tool) => Omit<ToolAlias, 'name'>) };

/** What of a system's list is in the registry; tools that are still to come appear on their own when they are there. */
export function systemRegistry(all: ToolRegistry, list: readonly SystemTool[]): ToolRegistry {
  const found = list.flatMap((entry): { name: string; resolved: ResolvedTool }[] => {
    const resolved = all.resolve(typeof entry === 'string' ? entry : entry.tool);
    if (!resolved) return [];
    if (typeof entry === 'string') return [{ name: entry, resolved }];
    const { tool } = resolved;
    const own = typeof entry.as === 'function' ? entry.as(tool) : entry.as;
    return [{ name: entry.name, resolved: { tool, alias: { name: entry.name, description: tool.description, examples: [], ...own } } }];
  });
  return selectFrom(found, all.stats);
}

/** A tool with only some of its fields, for a system that has no more of them. */
export function only(names: readonly string[], example: Record<string, Json>, fixed: Record<string, unknown> = {}): (tool: Tool) => Omit<ToolAlias, 'name'> {
  return (tool) => {
    const { shape } = tool.input as z.ZodObject;
    return {
      input: z.strictObject(Object.fromEntries(names.filter((name) => name in shape).map((name) => [name, shape[name]!]))),
      examples: [example], map: (args) => ({ ...args, ...fixed }),
    };
  };
}
