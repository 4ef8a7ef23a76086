/** A unified diff with signs and colours; the signs carry the meaning, the colours help. */
import css from './agent.module.css';

export function DiffView({ diff, label }: { diff: string; label: string }) {
  const lines = diff.replace(/\n$/, '').split('\n');
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
