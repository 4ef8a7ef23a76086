const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

export interface TailLimits {
  lines: number;
  bytes: number;
  /** Lines of the whole output, of which `text` may be only the end. */
  total_lines: number;
  /** Whether `text` is only the end. */
  cut: boolean;
}

/** The last whole lines that fit, and which ones they are; `note` is empty when that is everything. A last line that does not fit by itself is cut at its beginning. */
export function tailOf(text: string, { lines: maxLines, bytes: maxBytes, total_lines, cut }: TailLimits): { text: string; note: string } {
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n');
  // The first one may have lost its beginning.
  const usable = cut && lines.length > 1 ? lines.slice(1) : lines;
  let first = usable.length;
  let bytes = ends ? 0 : -1;
  while (first > 0 && usable.length - first < maxLines) {
    const size = bytesOf(usable[first - 1]!) + 1;
    if (bytes + size > maxBytes) break;
    bytes += size;
    first--;
  }
  if (first === 0 && !cut) return { text, note: '' };
  const shown = usable.slice(first);
  if (shown.length === 0) {
    const last = lastBytes(usable.at(-1)!, maxBytes);
    return { text: last, note: `Showing the last ${kilobytes(bytesOf(last))} of line ${total_lines}.` };
  }
  const why = shown.length === maxLines ? '' : ` (${kilobytes(maxBytes)} limit)`;
  return { text: shown.join('\n') + (ends ? '\n' : ''), note: `Showing lines ${total_lines - shown.length + 1}-${total_lines} of ${total_lines}${why}.` };
}

/** At most so many bytes of the end, and no character cut in two. */
function lastBytes(text: string, max: number): string {
  const points = Array.from(text);
  let at = points.length;
  for (let size = 0; at > 0; at--) {
    size += bytesOf(points[at - 1]!);
    if (size > max) break;
  }
  return points.slice(at).join('');
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)}KB`;
