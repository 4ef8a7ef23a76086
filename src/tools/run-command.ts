import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { commandMetadata, MAX_TIMEOUT_MS, runInSandbox } from './command.ts';
import { DEFAULT_WAIT_MS, listCommands, lookAt, MAX_WAIT_MS, startInBackground } from './commands/background.ts';
import { dialectOf } from './commands/dialects.ts';
import { defineTool } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

const command = z.string().min(1);

/** Fields that start a command, and fields about one that runs already. */
const withCommand = ['cwd', 'working_dir', 'timeout_ms', 'env', 'background'] as const;
const withoutCommand = ['handle', 'action', 'wait_ms'] as const;

const input = z.strictObject({
  command: command.optional().describe('Command line for the shell; left out only together with handle or action.'),
  cwd: z.string().min(1).optional().describe('Folder to run in, inside the project.'),
  working_dir: z.string().min(1).optional().describe('Same as cwd.'),
  timeout_ms: z.int().min(1).optional().describe('Wall clock in milliseconds (default 300000, at most 1800000); then the command and all it started are killed and the exit code is 124.'),
  env: z.record(z.string(), z.string()).optional(),
  background: z.boolean().optional().describe('Return at once with a handle; for servers and watchers.'),
  handle: z.string().regex(/^[\w.-]{1,100}$/).optional().describe('A background command.'),
  action: z.enum(['read', 'wait', 'stop', 'list']).optional().describe('For background commands: new output since the last look (default), wait for the end, stop it; list needs no handle.'),
  wait_ms: z.int().min(1).max(MAX_WAIT_MS).optional().describe(`How long "wait" waits at most (default ${DEFAULT_WAIT_MS}).`),
}).superRefine((given, { addIssue }) => {
  const { command: line, handle, action } = given;
  const missing = line === undefined && handle === undefined && (action === undefined ? 'command' : action !== 'list' && 'handle');
  if (missing) addIssue({ code: 'custom', path: [missing], message: `run_command requires ${missing}`, params: { missing: [missing] } });
  const stray = (line === undefined ? withCommand : withoutCommand).find((field) => given[field] !== undefined);
  if (stray !== undefined) addIssue({ code: 'custom', path: [stray], message: `run_command takes ${stray} only ${line === undefined ? 'with' : 'without'} a command` });
});

export const runCommand = defineTool({
  name: 'run_command',
  description:
    'Run a command line with the shell in the project\'s folder. Returns exit code, stdout and stderr. There is no input and no terminal. '
    + 'Long output keeps its beginning and end; the full text stays in a log file that the result names. '
    + 'With background: true it goes on while you work; then use handle and action to read, wait for or stop it.',
  toolset: 'commands',
  tags: ['shell'],
  permission: 'execute',
  shell_family: true,
  input,
  examples: [{ command: 'npm install', cwd: 'frontend' }],
  aliases: [
    {
      name: 'shell',
      description: 'Execute a shell command in the project directory. Returns stdout and stderr combined, and the exit code.',
      input: z.strictObject({ command: command.describe('The shell command to execute.'), timeout: z.int().min(1).optional().describe('Timeout in milliseconds (default 30000).') }),
      examples: [{ command: 'mix test', timeout: 30_000 }],
      map: ({ timeout, ...rest }) => ({ ...rest, ...(timeout === undefined ? {} : { timeout_ms: timeout }) }),
    },
    {
      name: 'bash',
      description: 'Run a shell command and get the output, of a long one the last 2000 lines or 50 KB.',
      input: z.strictObject({ command, timeout: z.number().positive().optional().describe('Timeout in seconds (default 300).') }),
      examples: [{ command: 'npm test', timeout: 60 }],
      map: ({ timeout, ...rest }) => ({ ...rest, ...(typeof timeout === 'number' ? { timeout_ms: milliseconds(timeout) } : {}) }),
    },
    {
      name: 'run',
      description: 'Execute a shell command in the workspace. Returns stdout and stderr.',
      input: z.strictObject({ cmd: command.describe('Shell command to execute.'), timeout_sec: z.int().min(1).optional().describe('Timeout in seconds (default 600).') }),
      examples: [{ cmd: 'ls -la' }],
      map: ({ cmd, timeout_sec }) => ({ command: cmd, ...(typeof timeout_sec === 'number' ? { timeout_ms: milliseconds(timeout_sec) } : {}) }),
    },
  ],
  card: { icon: 'terminal', body: 'terminal', summary: ({ command: line, action, handle }) => (typeof line === 'string' ? line : [action, handle].filter((part) => part !== undefined).join(' ')) },
  run: (given, context) => (given.command === undefined ? aboutBackground(given, context) : start(given, given.command, context)),
});

type Input = z.output<typeof input>;

/** Longer ones are no mistake worth a refusal: the effective value is in the result. */
const milliseconds = (seconds: number): number => Math.max(1, Math.round(Math.min(seconds * 1000, MAX_TIMEOUT_MS)));

async function start(given: Input, line: string, context: ToolContext): Promise<ToolOutput> {
  const { env, background } = given;
  const cwd = given.cwd ?? given.working_dir;
  const command_id = newId();
  if (background) return startInBackground({ handle: command_id, command: line, cwd, env, timeout_ms: given.timeout_ms && Math.min(given.timeout_ms, MAX_TIMEOUT_MS) }, context);
  const dialect = dialectOf(context.called_as);
  const timeout_ms = Math.min(given.timeout_ms ?? dialect.default_timeout_ms, MAX_TIMEOUT_MS);
  const run = await runInSandbox(line, context, { cwd, timeout_ms, env, capture: dialect.capture }).catch((error: unknown) => {
    throw context.signal.aborted ? new AppError('aborted', context.called_as === 'bash' ? 'Command aborted' : 'Stopped.') : error;
  });
  const { text: output, returned } = dialect.text(run, timeout_ms);
  const truncated = returned !== undefined;
  return {
    message: run.timed_out ? `Command timed out after ${timeout_ms}ms (exit code 124)` : `Exit code: ${run.exit_code}`,
    output,
    stdout: run.stdout, stderr: run.stderr, exit_code: run.exit_code, timed_out: run.timed_out,
    metadata: {
      command_id, command: line, ...(context.called_as === 'run' ? { cmd: line } : {}), timeout_ms, ...commandMetadata(run), truncated,
      limits: limitsOf(timeout_ms, dialect.capture.keep_head + dialect.capture.keep_tail),
    },
    ...(truncated ? { bounds: { returned, truncated: true, total: run.total_chars, refinement_hint: `Read ${run.log_path} for the full output.` } } : {}),
  };
}

/** The bounds of one command (decision 27). Memory has none of its own: the browser bounds the sandbox as a whole, and tells a program's share only every half minute. */
function limitsOf(timeout_ms: number, output_chars: number): { [name: string]: number | null } {
  return { timeout_ms, max_timeout_ms: MAX_TIMEOUT_MS, output_chars, log_chars: 32 * 1024 * 1024, memory_bytes: null };
}

async function aboutBackground({ handle, action = 'read', wait_ms = DEFAULT_WAIT_MS }: Input, context: ToolContext): Promise<ToolOutput> {
  // The schema lets only a list go without a handle.
  return handle === undefined || action === 'list' ? listCommands(context) : lookAt(handle, action, wait_ms, context);
}

/** `cmd-` and eight hexadecimal digits, as the first document's system has it. */
function newId(): string {
  return `cmd-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0')}`;
}
