import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';
import { commandMetadata, runInSandbox } from './command.ts';
import { patchedFiles, statusEntry } from './git/paths.ts';
import { listed } from './summary.ts';
import { defineTool } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

const operations = ['status', 'diff', 'commit', 'log', 'add', 'reset', 'stash'] as const;
type GitOperation = (typeof operations)[number];

const stashActions = ['push', 'pop', 'list'] as const;

const args = z.strictObject({
  staged: z.boolean().optional().describe('diff: what is staged, instead of what is not.'),
  file: z.string().min(1).optional().describe('diff: only this file or folder.'),
  message: z.string().optional().describe('commit: the message.'),
  files: z.array(z.string().min(1)).max(10_000).optional().describe('add, reset: paths to stage or unstage. commit: paths to stage first.'),
  count: z.int().min(1).max(1000).optional().describe('log: number of commits, 10 by default.'),
  format: z.string().min(1).optional().describe('log: git\'s placeholders, "%h %s (%an, %ar)" by default.'),
  // Not z.enum: another word is answered in the documented sentence.
  action: z.enum(stashActions, { error: ({ input }) => `Unknown stash action: ${String(input)}. Use push, pop, or list.` }).optional().describe('stash: push (by default), pop or list.'),
});

type Args = z.output<typeof args>;

/** S2's `git`, and S1's `git_status` and `git_diff`, which show the branch, take no arguments and trim what git prints. `reset` only unstages. */
export const git = defineTool({
  name: 'git',
  description: 'Work with the project\'s git repository: status, diff, commit, log, add, reset (only unstages) and stash (push, pop, list).',
  toolset: 'git',
  permission: 'write',
  shell_family: true,
  input: z.strictObject({ operation: z.enum(operations, { error: ({ input }) => `Unknown git operation: ${String(input)}. Supported: ${operations.join(', ')}` }).describe('What to do.'), args: args.default({}) }),
  aliases: [
    { name: 'git_status', description: 'Get git status for the project.', input: z.strictObject({}), map: () => ({ operation: 'status' }) },
    { name: 'git_diff', description: 'Get git diff for the project.', input: z.strictObject({}), map: () => ({ operation: 'diff' }) },
  ],
  examples: [{ operation: 'status' }, { operation: 'add', args: { files: ['lib/app.ex'] } }, { operation: 'commit', args: { message: 'Add authentication middleware', files: ['lib/app.ex'] } }],
  card: {
    icon: 'git', body: 'text',
    summary({ operation, args: given }) {
      const { file, message, files, action } = isRecord(given) ? given : {};
      return [operation, action, file, listed(files), typeof message === 'string' ? `“${message}”` : ''].filter((part) => typeof part === 'string' && part !== '').join(' ');
    },
  },
  run: ({ operation, args: given }, context) => runs[operation](given, context),
});

const runs: Record<GitOperation, (args: Args, context: ToolContext) => Promise<ToolOutput>> = {
  async status(_args, context) {
    const branch = context.called_as === 'git_status';
    const run = await runGit(['status', branch ? '-sb' : '--porcelain'], context);
    const lines = wholeLines(run);
    const header = lines[0]?.startsWith('## ') ? lines.shift()!.slice(3) : undefined;
    const entries = lines.map((line) => ({ ...statusEntry(line) }));
    const text = branch ? run.stdout.trim() : run.stdout === '' ? 'Working tree clean — no changes.' : `Git status:\n${run.stdout}`;
    return answer(run, text, { entries, ...(header === undefined ? {} : { branch: header }) });
  },
  async diff({ staged, file }, context) {
    const run = await runGit(['diff', ...(staged ? ['--staged'] : []), ...(file === undefined ? [] : ['--', inProject(file)])], context);
    const text = context.called_as === 'git_diff' ? run.stdout.trim() : run.stdout === '' ? 'No differences found.' : run.stdout;
    return answer(run, text, { staged: staged ?? false, diff: run.stdout, files: patchedFiles(run.stdout) });
  },
  async commit({ message, files }, context) {
    if (!message?.trim()) throw missing('Commit message is required. Provide args.message.', 'message');
    if (files?.length) {
      const added = await execGit(['add', '--', ...files.map(inProject)], context);
      if (added.exit_code !== 0) return answer({ ...added, failure: `Failed to stage files: ${added.combined.trim()}` }, '', { files });
    }
    const run = await runGit(['commit', '-m', message], context);
    const commit = /^\[.*?([0-9a-f]{7,40})\]/.exec(run.stdout)?.[1] ?? null;
    return answer(run, `Commit created:\n${run.stdout}`, { commit, message });
  },
  async log({ count = 10, format = '%h %s (%an, %ar)' }, context) {
    const run = await runGit(['log', '-n', String(count), `--format=${format}`], context);
    return answer(run, `Recent commits:\n${run.stdout}`, { count, format });
  },
  async add({ files }, context) {
    if (!files?.length) throw missing('No files specified. Provide args.files as a list of paths.', 'files');
    const run = await runGit(['add', '--', ...files.map(inProject)], context);
    return answer(run, `Staged ${files.length} file(s): ${files.join(', ')}`, { files });
  },
  async reset({ files }, context) {
    if (!files?.length) throw missing('No files specified. Provide args.files as a list of paths to unstage.', 'files');
    // With paths git moves no branch and touches no file of the working tree.
    const run = await runGit(['reset', '-q', '--', ...files.map(inProject)], context);
    return answer(run, `Unstaged ${files.length} file(s): ${files.join(', ')}`, { files });
  },
  async stash({ action = 'push' }, context) {
    const run = await runGit(['stash', action], context);
    if (action !== 'list') return answer(run, `Stash ${action === 'push' ? 'pushed' : 'popped'}:\n${run.combined}`, { action });
    const stashes = wholeLines(run);
    return answer(run, stashes.length === 0 ? 'No stashes found.' : `Stash list:\n${run.stdout}`, { action, stashes });
  },
};

type Run = Awaited<ReturnType<typeof runInSandbox>> & { failure?: string };

const execGit = (argv: string[], context: ToolContext): Promise<Run> => runInSandbox(['git', ...argv], context, { progress: false });

async function runGit(argv: string[], context: ToolContext): Promise<Run> {
  const run = await execGit(argv, context);
  if (run.exit_code === 0) return run;
  const said = run.combined.trim();
  // "nothing to commit" is the last of several lines, and the one that matters to whoever reads one line.
  const short = argv[0] === 'commit' ? said.split('\n').pop() ?? said : said;
  return { ...run, failure: `git ${argv[0]} failed: ${short}` };
}

function answer(run: Run, text: string, metadata: ToolOutput['metadata']): ToolOutput {
  const said = run.combined.trim();
  const output = run.failure === undefined ? text : run.failure.includes(said) ? run.failure : `${run.failure}\n${run.combined}`;
  const bounds = run.truncated
    ? { bounds: { returned: Array.from(output).length, truncated: true, total: run.total_chars, refinement_hint: `The full output is in ${run.log_path}; or name fewer files.` } } : {};
  return {
    message: output.split('\n')[0]!.replace(/:$/, ''), output, stdout: run.stdout, stderr: run.stderr, exit_code: run.exit_code, timed_out: run.timed_out,
    metadata: { ...metadata, output: run.combined, ...commandMetadata(run) }, ...bounds,
  };
}

/** The lines of stdout; of a truncated one those before the gap. */
function wholeLines(run: Run): string[] {
  if (run.exit_code !== 0) return [];
  const gap = run.truncated ? run.stdout.search(/\n\.\.\. \(\d+ characters truncated; /) : -1;
  const lines = (gap < 0 ? run.stdout : run.stdout.slice(0, gap)).split('\n');
  // The line before the gap was most likely cut.
  lines.pop();
  return lines;
}

/** S5's systems call the project `/workspace`. */
const inProject = (path: string): string => path.replace(/^\/workspace(?:\/|$)/, './');

function missing(message: string, field: string): AppError {
  return new AppError('missing_fields', message, { data: { missing_fields: [field] } });
}
