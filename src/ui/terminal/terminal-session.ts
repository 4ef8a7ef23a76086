/** One terminal: an xterm screen with a shell behind it. */
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { SerializeAddon } from '@xterm/addon-serialize';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import type { Sandbox, SandboxProcess } from '../../sandbox/sandbox.ts';
import { AppError } from '../../shared/errors.ts';
import { terminalTheme } from './terminal-theme.ts';

export interface TerminalSession {
  /** Put this into the page; it may be moved. */
  readonly element: HTMLElement;
  fit(): void;
  focus(): void;
  find(text: string, direction: 'next' | 'previous'): boolean;
  clear(): void;
  setScreenReader(on: boolean): void;
  /** Everything on the screen and above it, as text. */
  text(): string;
  refreshTheme(): void;
  dispose(): void;
}

export interface TerminalSessionOptions {
  screenReader: boolean;
  onState(state: 'running' | 'ended' | 'failed'): void;
}

/** Both engines have `jsh`. */
const SHELL = 'jsh';

/** Creates the screen at once and starts the shell as soon as the screen has a size. */
export function createTerminalSession(sandbox: Sandbox, { screenReader, onState }: TerminalSessionOptions): TerminalSession {
  const element = document.createElement('div');
  element.style.height = '100%';
  const terminal = new Terminal({
    theme: terminalTheme(), screenReaderMode: screenReader, scrollback: 5000, fontSize: 13, cursorBlink: true, allowProposedApi: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-code'), minimumContrastRatio: 4.5,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  const serialize = new SerializeAddon();
  for (const addon of [fit, search, serialize]) terminal.loadAddon(addon);
  terminal.open(element);
  // F6 moves between the regions of the page; a program in the terminal would swallow it and trap keyboard users.
  terminal.attachCustomKeyEventHandler((event) => event.key !== 'F6' && !((event.ctrlKey || event.metaKey) && event.key === ','));

  let shell: SandboxProcess | undefined;
  let writer: WritableStreamDefaultWriter<string> | undefined;
  let started = false;
  let disposed = false;

  const start = async (): Promise<void> => {
    started = true;
    try {
      shell = await sandbox.spawn(SHELL, [], { terminal: { cols: terminal.cols, rows: terminal.rows }, env: sandbox.env });
      if (disposed) return shell.kill();
      writer = shell.input.getWriter();
      onState('running');
      void shell.output.pipeTo(new WritableStream({ write: (text) => terminal.write(text) })).catch(() => undefined);
      const code = await shell.exit;
      if (disposed) return;
      shell = writer = undefined;
      onState('ended');
      terminal.write(`\r\n\x1b[2mThe shell ended with code ${code}. Press Enter to start another.\x1b[0m\r\n`);
    } catch (error) {
      if (disposed) return;
      onState('failed');
      terminal.write(`\r\n\x1b[31mThe shell could not be started: ${AppError.from(error).message}\x1b[0m\r\nPress Enter to try again.\r\n`);
    }
    started = false;
  };

  terminal.onData((data) => {
    if (writer) void writer.write(data).catch(() => undefined);
    else if (!started && data === '\r') void start();
  });
  terminal.onResize((size) => shell?.resize(size));

  return {
    element,
    fit() {
      // A hidden pane has no size; fitting it would give the shell a terminal of one column.
      if (element.clientWidth < 40 || element.clientHeight < 20) return;
      fit.fit();
      if (!started && !shell) void start();
    },
    focus: () => terminal.focus(),
    find: (text, direction) => (direction === 'next' ? search.findNext(text) : search.findPrevious(text)),
    clear: () => terminal.clear(),
    setScreenReader(on) {
      terminal.options.screenReaderMode = on;
    },
    text: () => serialize.serialize({ excludeModes: true, excludeAltBuffer: true }),
    refreshTheme() {
      terminal.options.theme = terminalTheme();
    },
    dispose() {
      disposed = true;
      shell?.kill();
      terminal.dispose();
      element.remove();
    },
  };
}
