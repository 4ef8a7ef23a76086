/** Places that a search found, grouped by file; a name opens the file. */
import { isRecord } from '../../shared/json.ts';
import type { Json } from '../../shared/json.ts';
import css from './agent.module.css';

/** More than this is in the result's text, and nobody reads it in a card. */
const SHOWN = 100;

export function MatchList({ matches, onOpenFile }: { matches: readonly Json[]; onOpenFile(path: string): void }) {
  const found = matches.flatMap((match) => (isRecord(match) && typeof match.path === 'string' && typeof match.line === 'number' && typeof match.text === 'string' ? [{ path: match.path, line: match.line, text: match.text }] : []));
  if (found.length === 0) return <p className={css.note}>Nothing found.</p>;
  const files = Map.groupBy(found.slice(0, SHOWN), (match) => match.path);
  return (
    <div className={css.part}>
      <ul className={css.matches}>
        {[...files].map(([path, inFile]) => (
          <li key={path}>
            <button type="button" className={css.inlineButton} onClick={() => onOpenFile(path)}>{path}</button>
            <pre tabIndex={0} aria-label={`Matches in ${path}`}>{inFile.map(({ line, text }) => `${line}: ${text}`).join('\n')}</pre>
          </li>
        ))}
      </ul>
      {found.length > SHOWN && <p className={css.note}>{SHOWN} of {found.length} shown.</p>}
    </div>
  );
}
