/** The tools by name: what models are told about, and what they may call. Names and unions derive from the list that it is made of. */
import * as z from 'zod';
import { inputJsonSchema } from './tool.ts';
import type { Tool, ToolAlias } from './tool.ts';

/** A tool under one of its names. */
export interface ResolvedTool {
  tool: Tool;
  /** The other name that was used; undefined under the tool's own. */
  alias: ToolAlias | undefined;
}

/** As a model is told: name, words and schema in the terms of that name. */
export interface AdvertisedTool extends ResolvedTool {
  name: string;
  description: string;
  input: z.ZodType;
  examples: readonly unknown[];
}

/** How the registration went (the fifth document's get_registration_stats). */
export interface RegistrationStats {
  discovered: number;
  registered: number;
  /** Tools left out, and why. */
  failed: { name: string; reason: string }[];
  /** Canonical names in order. */
  tools: string[];
}

export interface ToolRegistry {
  /** In the order in which models are told. */
  readonly advertised: readonly AdvertisedTool[];
  readonly stats: RegistrationStats;
  /** The tool of that name or alias. */
  resolve(name: string): ResolvedTool | undefined;
  /** Every name that `resolve` knows. */
  names(): string[];
}

/** Tools under their own names; all aliases are understood and none is advertised. A tool that is not whole is left out and counted as failed. */
export function createRegistry(tools: readonly Tool[]): ToolRegistry {
  const known = new Map<string, ResolvedTool>();
  const failed: RegistrationStats['failed'] = [];
  const advertised: AdvertisedTool[] = [];
  for (const tool of tools) {
    const reason = problemOf(tool, known);
    if (reason !== undefined) {
      failed.push({ name: tool.name, reason });
      continue;
    }
    known.set(tool.name, { tool, alias: undefined });
    for (const alias of tool.aliases ?? []) known.set(alias.name, { tool, alias });
    advertised.push(advertise(tool.name, { tool, alias: undefined }));
  }
  const stats = { discovered: tools.length, registered: advertised.length, failed, tools: advertised.map((one) => one.name) };
  return { advertised, stats, resolve: (name) => known.get(name), names: () => [...known.keys()] };
}

/** The tools that a system's names stand for; each name is advertised, and no other is known. */
export function selectFrom(list: readonly { name: string; resolved: ResolvedTool }[], stats: RegistrationStats): ToolRegistry {
  const known = new Map(list.map(({ name, resolved }) => [name, resolved]));
  return {
    advertised: list.map(({ name, resolved }) => advertise(name, resolved)),
    stats, resolve: (name) => known.get(name), names: () => [...known.keys()],
  };
}

/** A tool under a name, in that name's terms. */
export function advertise(name: string, { tool, alias }: ResolvedTool): AdvertisedTool {
  return {
    name, tool, alias, description: alias?.description ?? tool.description, input: alias?.input ?? tool.input,
    examples: alias?.examples ?? (alias?.input ? [] : tool.examples ?? []),
  };
}

function problemOf(tool: Tool, known: ReadonlyMap<string, unknown>): string | undefined {
  const names = [tool.name, ...(tool.aliases ?? []).map((alias) => alias.name)];
  for (const [index, name] of names.entries()) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) return `"${name}" is not a name that models can call`;
    if (known.has(name) || names.indexOf(name) !== index) return `the name ${name} is taken`;
  }
  for (const { name, input } of [tool, ...(tool.aliases ?? [])]) {
    if (input && !isClosedObject(input)) return `the schema of ${name} is not a closed object`;
  }
  return undefined;
}

/** Providers take an object at the top, and a field that is not in it must not pass. */
function isClosedObject(input: z.ZodType): boolean {
  try {
    const schema = inputJsonSchema({ input });
    return schema.type === 'object' && schema.additionalProperties === false;
  } catch {
    return false;
  }
}
