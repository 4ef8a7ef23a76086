/** How wide typed bytes are on the screen when the terminal echoes them. */

const decoder = new TextDecoder();

/** Columns taken by `bytes` (UTF-8) echoed from column `start` on: controls show as `^X`, tabs reach the next multiple of 8, East Asian wide characters and emoji take two. */
export function columnsOf(bytes: readonly number[], start: number): number {
  let column = start;
  for (const character of decoder.decode(Uint8Array.from(bytes))) {
    const code = character.codePointAt(0)!;
    if (code === 9) column = (column | 7) + 1;
    else if (code < 0x20 || code === 0x7f) column += 2;
    else column += isWide(code) ? 2 : isCombining(code) ? 0 : 1;
  }
  return column - start;
}

function isWide(code: number): boolean {
  return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff)
    || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) || (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1faff) || (code >= 0x20000 && code <= 0x3fffd);
}

function isCombining(code: number): boolean {
  return (code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f);
}
