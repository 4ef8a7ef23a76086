/** A unified diff with signs and colours; the signs carry the meaning, the colours help. */
import css from './agent.module.css';

/** More lines than this nobody reads here, and each is an element of the page. */
const MAX_LINES = 2000;
const MAX_LINE = 1000;

export function DiffView({ diff, label }: { diff: string; label: string }) {
  const all = diff.replace(/\n$/, '').split('\n');
  const lines = all.slice(0, MAX_LINES).map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  if (all.length > MAX_LINES) lines.push(`@@ ${all.length - MAX_LINES} more lines @@`);
  return (
    <div className={css.diff} tabIndex={0} role="group" aria-label={label}>
      {lines.map((line, at) => <div key={at} className={classOf(line)}>{line === '' ? ' ' : line}</div>)}
    </div>
  );
}

function classOf(line: string): string | undefined {
  if (/^(\+\+\+|---|diff |index |Index:|===)/.test(line)) return css.diffHead;
  if (line.startsWith('@@')) return css.diffHunk;
  if (line.startsWith('+')) return css.diffAdded;
  if (line.startsWith('-')) return css.diffRemoved;
  return undefined;
}
