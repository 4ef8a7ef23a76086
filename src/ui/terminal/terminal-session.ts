/** One terminal: an xterm screen with a shell behind it, its own or one that another tab opened. */
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import type { SandboxProcess } from '../../sandbox/sandbox.ts';
import type { OpenTerminal, Terminals } from '../../sandbox/terminal-hub.ts';
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
  /** What it shows, with colours, as `restored` takes it; at most so many characters, the latest. Undefined in the first moments. */
  serialize(maxChars: number): string | undefined;
  dispose(): void;
}

export interface TerminalSessionOptions {
  title: string;
  screenReader: boolean;
  /** What an earlier terminal showed. */
  restored?: string | undefined;
  /** A terminal that runs already, to be shown here too. */
  join?: string | undefined;
  /** Typed as soon as there is a shell. */
  command?: string | undefined;
  /** `id`: of the shell, while there is one. */
  onState(state: 'running' | 'ended' | 'failed', id?: string): void;
}

/** Grey, not faint: the screen keeps the contrast of faint text at half of what can be read. */
const quiet = (text: string): string => `\r\n\x1b[0;90m${text}\x1b[0m\r\n`;

/** Creates the screen and starts the shell at once; the shell is told the real size as soon as the screen has one. */
export function createTerminalSession(terminals: Terminals, { title, screenReader, restored = '', join, command, onState }: TerminalSessionOptions): TerminalSession {
  let shell: SandboxProcess | undefined;
  let writer: WritableStreamDefaultWriter<string> | undefined;
  let started = false;
  /** Typed before the shell was there: people and tests type as soon as they see a cursor. */
  let early = command === undefined ? '' : `${command}\r`;
  let disposed = false;

  const element = document.createElement('div');
  element.style.height = '100%';
  const terminal = new Terminal({
    theme: terminalTheme(), screenReaderMode: screenReader, scrollback: 5000, fontSize: 13, cursorBlink: true, allowProposedApi: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-code'), minimumContrastRatio: 4.5,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  for (const addon of [fit, search]) terminal.loadAddon(addon);
  let serializer: { serialize(options: { scrollback: number; excludeModes: boolean; excludeAltBuffer: boolean }): string } | undefined;
  // Not needed to start, and nothing is worth keeping in that moment.
  void import('@xterm/addon-serialize').then(({ SerializeAddon }) => {
    if (disposed) return;
    const addon = new SerializeAddon();
    terminal.loadAddon(addon);
    serializer = addon;
  }, () => undefined);
  terminal.open(element);
  terminal.attachCustomKeyEventHandler((event) => isForTerminal(event, terminal));

  const start = async (joined?: string): Promise<void> => {
    started = true;
    let opened: OpenTerminal;
    try {
      const { cols, rows } = terminal;
      opened = await (joined === undefined ? terminals.open(title, { cols, rows }) : terminals.join(joined, { cols, rows }));
      shell = opened.process;
      if (disposed) return shell.kill();
      if (terminal.cols !== cols || terminal.rows !== rows) shell.resize({ cols: terminal.cols, rows: terminal.rows });
      writer = shell.input.getWriter();
      onState('running', opened.id);
      if (early !== '') void writer.write(early).catch(() => undefined);
      early = '';
      const write = floodGate((text, done) => terminal.write(text, done));
      void shell.output.pipeTo(new WritableStream({ write })).catch(() => undefined);
      const code = await shell.exit;
      if (disposed) return;
      shell = writer = undefined;
      onState('ended');
      const words = opened.ownerGone() ? 'The tab that ran this was closed. Files are safe; running programs are not. Press Enter for a new shell.' : `The shell ended with code ${code}. Press Enter to start another.`;
      // A program that drew the whole screen left no room for words of ours. Said to the other screen, it would move the cursor to where it was long ago.
      terminal.write('', () => terminal.write(`${terminal.buffer.active.type === 'alternate' ? '\x1b[?1049l' : ''}${quiet(words)}`));
    } catch (error) {
      if (disposed) return;
      shell = writer = undefined;
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
  if (restored !== '') terminal.write(`${restored}${quiet('Restored. The programs that ran here have ended.')}`);
  void start(join);

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
    serialize(maxChars) {
      // Fewer lines, until they fit: a line with colours has many more characters than it shows.
      for (let scrollback = 2000; serializer && scrollback >= 0; scrollback = Math.floor(scrollback / 2) || -1) {
        const text = serializer.serialize({ scrollback, excludeModes: true, excludeAltBuffer: true });
        if (text.length <= maxChars) return text;
      }
      return undefined;
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
