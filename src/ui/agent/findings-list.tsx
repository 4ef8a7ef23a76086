/** What a linter or a build complained about; a place opens the file there. */
import { isRecord } from '../../shared/json.ts';
import type { Json } from '../../shared/json.ts';
import type { DocumentPlace } from '../../project/documents.ts';
import css from './agent.module.css';

/** More than this is in the result's text, and nobody reads it in a card. */
const SHOWN = 100;

export interface Finding {
  file: string;
  line: number;
  column: number;
  severity: string;
  message: string;
  rule: string;
}

/** From the metadata of `run_linter` (violations) and `build_project` (errors and warnings), errors first. */
export function findingsOf({ violations, errors, warnings }: { [key: string]: Json }): Finding[] {
  const all = [violations, errors, warnings].flatMap((list) => (Array.isArray(list) ? list : [])).filter((one): one is { [key: string]: Json } => isRecord(one));
  const findings = all.map(({ file, line, column, severity, type, message, rule, code }) => ({
    file: text(file), line: count(line), column: count(column), severity: text(severity) || text(type) || 'error', message: text(message), rule: text(rule) || text(code),
  }));
  return [...findings.filter(({ severity }) => severity === 'error'), ...findings.filter(({ severity }) => severity !== 'error')];
}

export function FindingsList({ findings, onOpenFile }: { findings: readonly Finding[]; onOpenFile(path: string, place?: DocumentPlace): void }) {
  return (
    <div className={css.part}>
      <ul className={css.findings} aria-label="Findings" tabIndex={0}>
        {findings.slice(0, SHOWN).map((finding, at) => {
          const { file, line, column, severity, message, rule } = finding;
          const name = [file, ...(line > 0 ? [line] : []), ...(line > 0 && column > 0 ? [column] : [])].join(':');
          // A file outside of the project has no place in its editor.
          const inside = file !== '' && !file.startsWith('/');
          return (
            <li key={at}>
              <span className={severity === 'error' ? css.failed : css.note}>{severity}</span>{' '}
              {inside ? <button type="button" className={css.place} onClick={() => onOpenFile(file, line > 0 ? { line, ...(column > 0 ? { column } : {}) } : undefined)}>{name}</button> : file !== '' && <code>{name}</code>}{' '}
              <span className={css.findingText}>{message}</span>{rule !== '' && <small className={css.note}> {rule}</small>}
            </li>
          );
        })}
      </ul>
      {findings.length > SHOWN && <p className={css.note}>{SHOWN} of {findings.length} shown.</p>}
    </div>
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}
