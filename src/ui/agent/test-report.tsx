/** A test run: the counts, and each failure with what was wrong; its place opens in the editor. */
import type { DocumentPlace } from '../../project/documents.ts';
import { isRecord } from '../../shared/json.ts';
import type { Json } from '../../shared/json.ts';
import css from './agent.module.css';

/** More failures than this nobody reads in a card. */
const SHOWN = 50;
const MAX_ERROR = 1_000;

export function TestReport({ metadata, output, onOpenFile }: { metadata: { [key: string]: Json }; output: string; onOpenFile(path: string, place?: DocumentPlace): void }) {
  const failures = failuresIn(metadata.tests);
  const { framework, duration } = metadata;
  return (
    <div className={css.part}>
      <p className={css.note}>{[framework, duration].filter((part) => typeof part === 'string').join(' · ')}</p>
      {failures.length > 0
        ? (
          <ul className={css.findings} aria-label="Failed tests" tabIndex={0}>
            {failures.slice(0, SHOWN).map((failure, at) => <Failure key={at} {...failure} onOpenFile={onOpenFile} />)}
          </ul>
        )
        : <pre tabIndex={0} aria-label="Test output">{output}</pre>}
      {failures.length > SHOWN && <p className={css.note}>{SHOWN} of {failures.length} shown.</p>}
    </div>
  );
}

interface FailedTest {
  name: string;
  error: string;
  /** The file or package that it belongs to, which need not be where it failed. */
  pkg: string;
  file: string | undefined;
  line: number | undefined;
  column: number | undefined;
}

function Failure({ name, error, pkg, file, line, column, onOpenFile }: FailedTest & { onOpenFile(path: string, place?: DocumentPlace): void }) {
  const place = file === undefined ? undefined : `${file}${line === undefined ? '' : `:${line}`}`;
  return (
    <li>
      <strong>{name}</strong>
      {place !== undefined && ' '}
      {file !== undefined && (isOurs(file)
        ? <button type="button" className={css.place} onClick={() => onOpenFile(file, line === undefined ? undefined : { line, ...(column === undefined ? {} : { column }) })}>{place}</button>
        : <span>{place}</span>)}
      {pkg !== '' && pkg !== file && <small className={css.note}> {pkg}</small>}
      {error !== '' && <pre tabIndex={0} aria-label={`What was wrong with ${name}`}>{error.length > MAX_ERROR ? `${error.slice(0, MAX_ERROR)}…` : error}</pre>}
    </li>
  );
}

/** Paths outside of the project are no names in its tree. */
function isOurs(file: string): boolean {
  return !/^(\/|~|.*\.\.)/.test(file);
}

function failuresIn(tests: Json | undefined): FailedTest[] {
  if (!Array.isArray(tests)) return [];
  const failed = tests.filter((test) => isRecord(test) && test.status === 'fail') as { [key: string]: Json }[];
  return failed.map(({ name, error, package: pkg, file, line, column }) => ({
    pkg: typeof pkg === 'string' ? pkg : '', name: typeof name === 'string' ? name : 'A test without a name', error: typeof error === 'string' ? error.trim() : '', file: typeof file === 'string' ? file : undefined,
    line: typeof line === 'number' ? line : undefined, column: typeof column === 'number' ? column : undefined,
  }));
}
