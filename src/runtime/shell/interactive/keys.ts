/** Terminal input as keys. */

export type Key =
  | { t: 'text'; text: string }
  | { t: 'paste'; text: string }
  | { t: 'key'; name: string };

const CSI: { [sequence: string]: string } = {
  A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', '1~': 'home', '7~': 'home', '4~': 'end', '8~': 'end', '3~': 'delete', '2~': 'insert', '5~': 'pageup', '6~': 'pagedown', Z: 'backtab',
  '1;5C': 'word-right', '1;5D': 'word-left', '1;3C': 'word-right', '1;3D': 'word-left', '3;5~': 'kill-word', '1;2C': 'right', '1;2D': 'left', '1;5H': 'home', '1;5F': 'end',
};

/** Splits raw input into keys; keeps an unfinished sequence for the next call. */
export class KeyReader {
  private pending = '';
  private pasting: string | null = null;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** Whether an escape waits for more: a lone Escape key and a sequence begin the same way. */
  get unfinished(): boolean {
    return this.pending !== '';
  }

  push(bytes: Uint8Array): Key[] {
    this.pending += this.decoder.decode(bytes, { stream: true });
    const keys: Key[] = [];
    while (this.pending !== '') {
      const key = this.take();
      if (key === null) break;
      if (key !== 'again') keys.push(key);
    }
    return keys;
  }

  private take(): Key | 'again' | null {
    const s = this.pending;
    if (this.pasting !== null) {
      const end = s.indexOf('\x1b[201~');
      if (end < 0) {
        // The end mark itself may be cut in two.
        const keep = Math.max(0, s.length - 5);
        this.pasting += s.slice(0, keep);
        this.pending = s.slice(keep);
        return null;
      }
      const text = this.pasting + s.slice(0, end);
      this.pasting = null;
      this.pending = s.slice(end + 6);
      return { t: 'paste', text: text.replace(/\r\n?/g, '\n') };
    }
    if (s[0] === '\x1b') return this.escape(s);
    const code = s.charCodeAt(0);
    if (code < 32 || code === 127) {
      this.pending = s.slice(1);
      return { t: 'key', name: code === 127 ? 'backspace' : code === 13 || code === 10 ? 'enter' : code === 9 ? 'tab' : `^${String.fromCharCode(code + 64)}` };
    }
    const run = /^[^\x00-\x1f\x7f]+/.exec(s)![0];
    this.pending = s.slice(run.length);
    return { t: 'text', text: run };
  }

  private escape(s: string): Key | 'again' | null {
    const csi = /^\x1b(?:\[|O)([0-9;?]*)([A-Za-z~])/.exec(s);
    if (csi) {
      this.pending = s.slice(csi[0].length);
      const sequence = csi[1]! + csi[2]!;
      if (sequence === '200~') {
        this.pasting = '';
        return 'again';
      }
      const name = CSI[sequence];
      return name === undefined ? 'again' : { t: 'key', name };
    }
    if (/^\x1b(?:\[[0-9;?]*|O)?$/.test(s)) return null;
    const c = s[1]!;
    this.pending = s.slice(2);
    const named: { [c: string]: string } = { b: 'word-left', f: 'word-right', d: 'kill-word', '\x7f': '^W', '.': 'last-argument', '<': 'first', '>': 'last', u: 'upcase-word', l: 'downcase-word', c: 'capitalize-word', t: 'transpose-words', '_': 'last-argument', '\b': '^W', r: 'revert', e: 'redo' };
    return named[c] === undefined ? 'again' : { t: 'key', name: named[c] };
  }
}
