/** Terminals that several tabs can look at and type into: each shell belongs to the sandbox, not to the tab that opened it, and lives as long as one tab shows it. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../shared/errors.ts';
import type { Engine, Sandbox, SandboxProcess } from './sandbox.ts';

export interface TerminalSize {
  cols: number;
  rows: number;
}

/** A running shell, as every tab may know it. */
export interface TerminalInfo {
  id: string;
  /** The tab that opened it. */
  from: string;
  /** What that tab calls it. */
  title: string;
  /** How many show it. */
  viewers: number;
}

export interface OpenTerminal {
  id: string;
  /** Its `kill` leaves the terminal; the shell ends with the last one that leaves. What `output` begins with, for one that joins, is what was printed before. */
  process: SandboxProcess;
  /** After its end: whether it ended because the tab that ran the sandbox did. */
  ownerGone(): boolean;
}

/** Terminals of one tab's point of view. */
export interface Terminals {
  readonly list: StoreApi<readonly TerminalInfo[]>;
  /** Starts a shell. */
  open(title: string, size: TerminalSize): Promise<OpenTerminal>;
  /** Shows one that runs. @throws AppError `not_found` when it has ended */
  join(id: string, size: TerminalSize): Promise<OpenTerminal>;
}

export interface TerminalHub {
  readonly list: StoreApi<readonly TerminalInfo[]>;
  /** The terminals as that tab has them. */
  of(tab: string): Terminals;
}

/** Both engines have it. */
const SHELL = 'jsh';
/** Characters that one who joins sees of what was printed before: some screens full. */
const REPLAY = 100_000;

interface Viewer {
  size: TerminalSize;
  output: ReadableStreamDefaultController<string>;
}

interface Shell {
  process: SandboxProcess;
  input: WritableStreamDefaultWriter<string>;
  viewers: Set<Viewer>;
  size: TerminalSize;
  printed: string;
}

/** @param active called when a terminal printed something: a program may have begun or ended */
export function createTerminalHub(sandbox: Pick<Engine, 'spawn'> & Pick<Sandbox, 'env'>, active: () => void = () => undefined): TerminalHub {
  const list = createStore<readonly TerminalInfo[]>(() => []);
  const shells = new Map<string, Shell>();

  /** A screen that is larger than the terminal shows all of it; a smaller one would not. */
  const fit = (shell: Shell): void => {
    const sizes = [...shell.viewers].map(({ size }) => size);
    if (sizes.length === 0) return;
    const size = { cols: Math.min(...sizes.map(({ cols }) => cols)), rows: Math.min(...sizes.map(({ rows }) => rows)) };
    if (size.cols === shell.size.cols && size.rows === shell.size.rows) return;
    shell.size = size;
    shell.process.resize(size);
  };
  const count = (id: string, viewers: number): void => list.setState(list.getState().map((info) => (info.id === id ? { ...info, viewers } : info)), true);

  const view = (id: string, shell: Shell, size: TerminalSize): OpenTerminal => {
    let viewer!: Viewer;
    const leave = (): void => {
      if (!shell.viewers.delete(viewer)) return;
      try {
        viewer.output.close();
      } catch { /* its reader has cancelled it */ }
      count(id, shell.viewers.size);
      if (shell.viewers.size === 0) shell.process.kill();
      else fit(shell);
    };
    const output = new ReadableStream<string>({
      start(controller) { viewer = { size, output: controller }; },
      cancel: leave,
    });
    shell.viewers.add(viewer);
    count(id, shell.viewers.size);
    if (shell.printed !== '') viewer.output.enqueue(replayOf(shell.printed));
    fit(shell);
    return {
      id, ownerGone: () => false,
      process: {
        output, exit: shell.process.exit, kill: leave,
        input: new WritableStream<string>({ write: (text) => shell.input.write(text) }),
        resize(next) {
          viewer.size = next;
          if (shell.viewers.has(viewer)) fit(shell);
        },
      },
    };
  };

  const open = async (from: string, title: string, size: TerminalSize): Promise<OpenTerminal> => {
    const process = await sandbox.spawn(SHELL, [], { terminal: size, env: sandbox.env });
    const id = crypto.randomUUID();
    const shell: Shell = { process, input: process.input.getWriter(), viewers: new Set(), size, printed: '' };
    shells.set(id, shell);
    list.setState([...list.getState(), { id, from, title, viewers: 0 }], true);
    const end = (): void => {
      for (const viewer of shell.viewers) {
        try {
          viewer.output.close();
        } catch { /* its reader has cancelled it */ }
      }
      shell.viewers.clear();
      shells.delete(id);
      list.setState(list.getState().filter((info) => info.id !== id), true);
    };
    const write = (text: string): void => {
      active();
      shell.printed = `${shell.printed}${text}`;
      // Cut now and then, not with each character.
      if (shell.printed.length > 2 * REPLAY) shell.printed = shell.printed.slice(-REPLAY);
      for (const viewer of shell.viewers) viewer.output.enqueue(text);
    };
    process.output.pipeTo(new WritableStream({ write })).then(end, end);
    return view(id, shell, size);
  };

  return {
    list,
    of: (tab) => ({
      list,
      open: (title, size) => open(tab, title, size),
      async join(id, size) {
        const shell = shells.get(id);
        if (!shell) throw new AppError('not_found', 'That terminal has ended.');
        const joined = view(id, shell, size);
        // A program that draws the whole screen has drawn it for another one.
        if (shell.printed.lastIndexOf('\x1b[?1049h') > shell.printed.lastIndexOf('\x1b[?1049l')) {
          shell.process.resize({ cols: shell.size.cols, rows: Math.max(1, shell.size.rows - 1) });
          shell.process.resize(shell.size);
        }
        return joined;
      },
    }),
  };
}

/** The end of what was printed, from the start of a line: half an escape sequence would be printed as text. */
function replayOf(printed: string): string {
  if (printed.length <= REPLAY) return printed;
  const end = printed.slice(-REPLAY);
  return end.slice(end.indexOf('\n') + 1);
}
