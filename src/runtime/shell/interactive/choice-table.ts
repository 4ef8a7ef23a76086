import { textWidth } from '../text.ts';

/** Choices of a completion in columns, filled downwards. */
export function choiceTable(items: readonly string[], terminal: number): string {
  const width = Math.max(...items.map(textWidth)) + 2;
  const columns = Math.max(1, Math.floor(terminal / width));
  const rows = Math.ceil(items.length / columns);
  let out = '';
  for (let r = 0; r < rows; r++) {
    let line = '';
    for (let c = 0; c < columns; c++) {
      const item = items[c * rows + r] ?? '';
      line += item + ' '.repeat(width - textWidth(item));
    }
    out += `${line.trimEnd()}\n`;
  }
  return out;
}
