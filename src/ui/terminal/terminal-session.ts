/** One terminal: an xterm screen with a shell behind it. */
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import type { Sandbox, SandboxProcess } from '../../sandbox/sandbox.ts';
import { AppError } from '../../shared/errors.ts';
import { floodGate } from './flood-gate.ts';
import { terminalTheme } from './terminal-theme.ts';

export interface TerminalSession {
  /** Put this into the page; it may be moved. */
  readonly element: HTMLElement;
  fit(): void;
  focus(): void;
  find(text: string, direction: 'next' | 'previous'): boolean;
  clear(): void;
  setScreenReader(on: boolean): void;
  refreshTheme(): void;
  dispose(): void;
}

export interface TerminalSessionOptions {
  screenReader: boolean;
  onState(state: 'running' | 'ended' | 'failed'): void;
}

/** Both engines have `jsh`. */
const SHELL = 'jsh';

/** Creates the screen and starts the shell at once; the shell is told the real size as soon as the screen has one. */
export function createTerminalSession(sandbox: Sandbox, { screenReader, onState }: TerminalSessionOptions): TerminalSession {
  const element = document.createElement('div');
  element.style.height = '100%';
  const terminal = new Terminal({
    theme: terminalTheme(), screenReaderMode: screenReader, scrollback: 5000, fontSize: 13, cursorBlink: true, allowProposedApi: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-code'), minimumContrastRatio: 4.5,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  for (const addon of [fit, search]) terminal.loadAddon(addon);
  terminal.open(element);
  terminal.attachCustomKeyEventHandler((event) => isForTerminal(event, terminal));

  let shell: SandboxProcess | undefined;
  let writer: WritableStreamDefaultWriter<string> | undefined;
  let started = false;
  /** Typed before the shell was there: people and tests type as soon as they see a cursor. */
  let early = '';
  let disposed = false;

  const start = async (): Promise<void> => {
    started = true;
    try {
      const { cols, rows } = terminal;
      shell = await sandbox.spawn(SHELL, [], { terminal: { cols, rows }, env: sandbox.env });
      if (disposed) return shell.kill();
      if (terminal.cols !== cols || terminal.rows !== rows) shell.resize({ cols: terminal.cols, rows: terminal.rows });
      writer = shell.input.getWriter();
      onState('running');
      if (early !== '') void writer.write(early).catch(() => undefined);
      early = '';
      const write = floodGate((text, done) => terminal.write(text, done));
      void shell.output.pipeTo(new WritableStream({ write })).catch(() => undefined);
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
    else if (started) early += data;
    else if (data === '\r') void start();
  });
  terminal.onResize((size) => shell?.resize(size));
  void start();

  return {
    element,
    fit() {
      // A hidden pane has no size; fitting it would give the shell a terminal of one column.
      if (element.clientWidth < 40 || element.clientHeight < 20) return;
      fit.fit();
    },
    focus: () => terminal.focus(),
    find: (text, direction) => (direction === 'next' ? search.findNext(text) : search.findPrevious(text)),
    clear: () => terminal.clear(),
    setScreenReader(on) {
      terminal.options.screenReaderMode = on;
    },
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

/** Which keys the terminal gets; the others stay with the page and the browser. */
function isForTerminal(event: KeyboardEvent, terminal: Terminal): boolean {
  const command = event.ctrlKey || event.metaKey;
  // A program in the terminal would swallow F6, and people who use the keyboard alone could not leave.
  if (event.key === 'F6' || (command && event.key === ',')) return false;
  // The browser pastes; as a key it would be a control character for the shell.
  if (command && !event.altKey && event.key.toLowerCase() === 'v') return false;
  if (event.ctrlKey && !event.altKey && event.key.toLowerCase() === 'c' && terminal.hasSelection()) {
    if (event.type !== 'keydown') return false;
    void navigator.clipboard.writeText(terminal.getSelection()).catch(() => undefined);
    // Without a selection the same keys interrupt, so the next press must find none.
    terminal.clearSelection();
    event.preventDefault();
    return false;
  }
  return true;
}
