/** The model of the source control panel: what git says, and what can be asked of it. All of it is the sandbox's own `git`. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectChanges } from '../../../project/changes.ts';
import { gitBatch } from '../../../sandbox/git.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { AppError } from '../../../shared/errors.ts';
import { LOG_FORMAT, readGitState, readLog, splitPatch } from './git-state.ts';
import type { ChangedFile, FilePatch, GitState, LoggedCommit } from './git-state.ts';

export interface SourceControlState {
  /** Undefined until git has answered. */
  git: GitState | undefined;
  /** False: the project is no git repository. */
  repository: boolean;
  log: readonly LoggedCommit[];
  /** Raised with every answer, so that whoever shows a patch reads it again. */
  version: number;
  busy: boolean;
}

export interface SourceControl {
  readonly store: StoreApi<SourceControlState>;
  /** Reads everything now and again after changes, until the returned function is called. */
  watch(): () => void;
  refresh(): Promise<void>;
  patch(file: ChangedFile, staged: boolean): Promise<FilePatch>;
  /** What a commit did, as text. */
  show(commit: string): Promise<string>;
  stage(paths: readonly string[]): Promise<void>;
  stageAll(): Promise<void>;
  unstage(paths: readonly string[]): Promise<void>;
  /** Stages one hunk of a file, or takes it back out of what is staged. */
  moveHunk(patch: FilePatch, hunk: string, staged: boolean): Promise<void>;
  /** The file is as it is in what is staged; one that git does not know is deleted. */
  discard(file: ChangedFile): Promise<void>;
  commit(message: string, options: { amend: boolean }): Promise<string>;
  /** The message of the last commit. */
  lastMessage(): Promise<string>;
  resetHard(commit: string): Promise<void>;
  init(): Promise<void>;
}

/** Changes come in bursts; git is asked when it has been quiet for this long. */
const QUIET_MS = 250;
const TIMEOUT_MS = 60_000;
/** Code points of an answer; a patch beyond that is not for reading here. */
const MAX_ANSWER = 2_000_000;
/** Bytes of a new file that are shown. */
const MAX_NEW_FILE = 200_000;
const LOG_COUNT = '50';

/** One file and no other: as a pattern `[p]/page.tsx` is `p/page.tsx` too. */
const only = (path: string): string => `:(literal)${path}`;

/** All that the panel shows, with git's version between the answers to tell them apart. */
const QUESTIONS = [
  ['status', '--porcelain=v2', '--branch', '-z', '-uall'], ['--version'], ['diff', '--staged', '--numstat', '-z'], ['--version'], ['diff', '--numstat', '-z'], ['--version'],
  ['log', '-n', LOG_COUNT, '--decorate', `--format=${LOG_FORMAT}`],
];

export function createSourceControl(sandbox: Pick<Sandbox, 'host' | 'fs'>, changes: ProjectChanges): SourceControl {
  const store = createStore<SourceControlState>(() => ({ git: undefined, repository: true, log: [], version: 0, busy: false }));

  /** @throws AppError `git_failed` with what git said. */
  const git = async (...args: string[]): Promise<string> => run(['git', ...args]);
  const exec = (command: string[]): ReturnType<typeof sandbox.host.call<'exec'>> =>
    sandbox.host.call('exec', { command, timeout_ms: TIMEOUT_MS, keep_head: MAX_ANSWER, keep_tail: 0, log_name: 'source-control', marker: 'none', progress: false });
  const run = async (command: string[]): Promise<string> => {
    const result = await exec(command);
    if (result.exit_code !== 0) throw new AppError('git_failed', result.combined.trim().replace(/^(?:fatal|error): /, '') || `git ended with ${result.exit_code}`);
    return result.stdout;
  };

  /** A file that git does not know yet, as if all of it had been added. */
  const newFile = async (path: string): Promise<string> => {
    const bytes = await sandbox.fs.readFile(path).catch(() => undefined);
    if (!bytes) return '';
    if (bytes.subarray(0, 8000).includes(0)) return 'A binary file.';
    const text = new TextDecoder().decode(bytes.subarray(0, MAX_NEW_FILE));
    return text === '' ? 'An empty file.' : `${text.replace(/\n$/, '').split('\n').map((line) => `+${line}`).join('\n')}${bytes.length > MAX_NEW_FILE ? '\n…' : ''}`;
  };

  let reading: Promise<void> | undefined;
  let again = false;
  const read = async (): Promise<void> => {
    const answer = await exec(gitBatch(QUESTIONS));
    const [status, staged, unstaged, log] = answer.stdout.split(/(?<=^|\0|\n)git version [^\n]*\n/);
    if (status !== undefined && staged !== undefined && unstaged !== undefined && log !== undefined) {
      // Before the first commit the log alone fails.
      store.setState(({ version }) => ({ git: readGitState(status, { staged, unstaged }), repository: true, log: readLog(log), version: version + 1 }));
    } else if (answer.stderr.includes('not a git repository')) store.setState(({ version }) => ({ git: undefined, repository: false, log: [], version: version + 1 }));
    else throw new AppError('git_failed', answer.combined.trim());
  };
  /** One reading at a time; whoever asks meanwhile gets the next one. */
  const refresh = async (): Promise<void> => {
    if (reading) {
      again = true;
      return reading;
    }
    reading = (async () => {
      do {
        again = false;
        await read();
      } while (again);
    })().finally(() => { reading = undefined; });
    return reading;
  };
  const act = async <T>(work: () => Promise<T>): Promise<T> => {
    store.setState({ busy: true });
    try {
      return await work();
    } finally {
      await refresh().finally(() => store.setState({ busy: false }));
    }
  };

  return {
    store,
    refresh,
    watch() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const soon = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => void refresh().catch(() => undefined), QUIET_MS);
      };
      const end = changes.subscribe((paths) => {
        // What this app keeps is not the project's, and the lock of the index comes and goes with every question.
        if ([...paths].some((path) => !path.startsWith('.tabloom') && !path.endsWith('.lock'))) soon();
      });
      soon();
      return () => {
        clearTimeout(timer);
        end();
      };
    },
    async patch(file, staged) {
      if (file.kind === '?') return { head: await newFile(file.path), hunks: [] };
      return splitPatch(await git('diff', ...(staged ? ['--staged'] : []), '--', ...(file.from === undefined ? [] : [only(file.from)]), only(file.path)));
    },
    show: (commit) => git('show', '--stat', '--patch', commit),
    stage: (paths) => act(async () => void (await git('add', '-A', '--', ...paths.map(only)))),
    stageAll: () => act(async () => void (await git('add', '-A'))),
    unstage: (paths) => act(async () => void (await git('reset', '-q', '--', ...paths.map(only)))),
    // Through the shell's printf, so that no file of the project's is needed for it.
    moveHunk: (patch, hunk, staged) => act(async () => void (await run(['sh', '-c', `printf %s "$1" | git apply --cached${staged ? ' -R' : ''}`, 'sh', patch.head + hunk]))),
    discard: (file) => act(async () => {
      if (file.kind === '?') await run(['rm', '-f', '--', file.path]);
      else await git('restore', '--', only(file.path));
      changes.announce(file.path);
    }),
    commit: (message, { amend }) => act(async () => (await git('commit', ...(amend ? ['--amend'] : []), '-m', message)).split('\n')[0]!),
    lastMessage: async () => (await git('log', '-1', '--format=%B')).trimEnd(),
    resetHard: (commit) => act(async () => void (await git('reset', '--hard', commit))),
    init: () => act(async () => void (await git('init'))),
  };
}
