/** What a tool is: data about itself and one function. Tools throw AppErrors and never format failures; execute.ts makes the envelope. */
import * as z from 'zod';
import type { PeerRun } from '../peers/peer-run.ts';
import type { Json } from '../shared/json.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { WorkServices } from '../work/services.ts';
import type { ToolBounds, ToolResult } from './result.ts';

/** What a person has to agree to: looking, changing files, or running programs. */
export type ToolPermission = 'read' | 'write' | 'execute';

/** Groups of tools, as the models' instructions and the settings show them. */
export type Toolset = 'files' | 'search' | 'commands' | 'checks' | 'git' | 'work' | 'peers' | 'skills' | 'todos';

/** Who calls: locks, messages and beads carry it. */
export interface ToolCaller {
  id: string;
  role: string;
}

export interface ToolContext {
  sandbox: Sandbox;
  signal: AbortSignal;
  /** Begins as the call's id in the conversation does, and is its own among all calls of all runs: files are named after it. */
  call_id: string;
  /** The name that the caller used, which may be an alias; units and caps go by it. */
  called_as: string;
  caller: ToolCaller;
  /** What tools need besides the sandbox. One that is missing is an error of the tool that needs it, `not_configured`. */
  work: WorkServices;
  /** The run among the other tabs: locks, calls, waiting. Undefined where there is no such thing; the tool that needs it then says `not_configured`. */
  peers?: PeerRun | undefined;
  /** How long a wait takes that names no time, in milliseconds; half an hour without it. */
  waitTimeoutMs?: number | undefined;
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
  server_data?: ToolResult['server_data'];
  reminders?: string[];
  /** The call settles what the run was for: its bead is closed, or the decision is somebody else's now. The loop ends the run after this answer's calls. */
  ends_run?: ToolResult['ends_run'];
}

/** Another name under which a model may know the tool; its arguments are checked in its own terms, then renamed, and checked again. */
export interface ToolAlias {
  name: string;
  /** Its own strict schema, which is also what a model is told in the dialect that the name belongs to; the tool's own where it has the same fields. */
  input?: z.ZodType;
  description?: string;
  /** Valid arguments in the alias's own terms; the first one is shown to a model that got them wrong. */
  examples?: readonly Record<string, Json>[];
  map: (args: Record<string, unknown>) => Record<string, unknown>;
}

/** What a tool's card in the page shows, so that the page need not guess from names. */
export interface ToolCard {
  icon: ToolIcon;
  /** The body under the head; a diff in the result's metadata is shown whatever this says. */
  body: 'diff' | 'terminal' | 'matches' | 'tests' | 'findings' | 'list' | 'text';
  /** One line that tells calls of the same tool apart, from the canonical arguments as a model sent them: unchecked. */
  summary(args: Record<string, unknown>): string;
}

export const toolIcons = [
  'file', 'file-plus', 'file-pen', 'folder', 'search', 'terminal', 'test', 'lint', 'build', 'git', 'bead', 'approve', 'reject', 'escalate',
  'question', 'message', 'delegate', 'lock', 'call', 'status', 'wait', 'skill', 'todo', 'tool',
] as const;

export type ToolIcon = (typeof toolIcons)[number];

export interface Tool<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  name: Name;
  description: string;
  toolset: Toolset;
  tags?: readonly string[];
  permission: ToolPermission;
  input: Schema;
  aliases?: readonly ToolAlias[];
  /** Valid arguments as a model would send them; the first one is shown to a model that got them wrong. */
  examples?: readonly z.input<Schema>[];
  card?: ToolCard;
  /** The documented words for wrong arguments, where the documents have some; fields by their path. Undefined leaves it to the general ones. */
  refusal?(wrong: { missing: readonly string[]; invalid: readonly string[] }): string | undefined;
  /** Shell-like tools: an exit code other than zero is an error for the model, not only a finding. */
  shell_family?: boolean;
  /** It asks how something stands that others do: the same answer again is no fault of the model's, and does not end the run. */
  polls?: boolean;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolOutput>;
}

/** Keeps the literal name and infers the input from the schema. */
export function defineTool<const Name extends string, Schema extends z.ZodType>(tool: Tool<Name, Schema>): Tool<Name, Schema> {
  return tool;
}

const jsonSchemas = new WeakMap<z.ZodType, { [key: string]: Json }>();

/** The arguments' JSON schema as models get it: fields with defaults are optional there. */
export function inputJsonSchema({ input }: { input: z.ZodType }): { [key: string]: Json } {
  let schema = jsonSchemas.get(input);
  if (!schema) {
    const { $schema: _dialect, ...made } = z.toJSONSchema(input, { io: 'input', target: 'draft-7' });
    jsonSchemas.set(input, schema = made as { [key: string]: Json });
  }
  return schema;
}

export const pathField = z.string().min(1).describe('Path relative to the project, or absolute below it.');
