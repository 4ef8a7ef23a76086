/** What a tool is: data about itself and one function. Tools throw AppErrors and never format failures; execute.ts makes the envelope. */
import * as z from 'zod';
import type { Json } from '../shared/json.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ToolBounds } from './result.ts';

/** What a person has to agree to: looking, changing files, or running programs. */
export type ToolAccess = 'read' | 'write' | 'execute';

export interface ToolContext {
  sandbox: Sandbox;
  signal: AbortSignal;
  call_id: string;
  onProgress: (stream: 'stdout' | 'stderr', text: string) => void;
}

export interface ToolOutput {
  message: string;
  output: string;
  metadata: { [key: string]: Json };
  stdout?: string;
  stderr?: string;
  exit_code?: number | null;
  timed_out?: boolean;
  bounds?: ToolBounds;
  reminders?: string[];
}

/** Another name under which a model may know the tool; its arguments are renamed before the strict check. */
export interface ToolAlias {
  name: string;
  map: (args: Record<string, unknown>) => Record<string, unknown>;
}

export interface Tool<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  name: Name;
  description: string;
  access: ToolAccess;
  input: Schema;
  aliases?: readonly ToolAlias[];
  /** Shell-like tools: an exit code other than zero is an error for the model, not only a finding. */
  shell_family?: boolean;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolOutput>;
}

/** Keeps the literal name and infers the input from the schema. */
export function defineTool<const Name extends string, Schema extends z.ZodType>(tool: Tool<Name, Schema>): Tool<Name, Schema> {
  return tool;
}

/** The arguments' JSON schema as models get it: fields with defaults are optional there. */
export function inputJsonSchema(tool: Pick<Tool, 'input'>): { [key: string]: Json } {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, { io: 'input', target: 'draft-7' });
  return schema as { [key: string]: Json };
}

export const pathField = z.string().min(1).describe('Path relative to the project, or absolute below it.');
