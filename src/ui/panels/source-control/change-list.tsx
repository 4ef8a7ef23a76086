import type { ReactNode } from 'react';
import { IconButton } from '../../kit/button.tsx';
import type { ChangedFile } from './git-state.ts';
import css from './source-control.module.css';

const kinds: Record<string, string> = { M: 'modified', A: 'added', D: 'deleted', R: 'renamed', T: 'another kind of file', '?': 'new', U: 'in conflict' };

/** More rows nobody goes through here; the terminal shows them all. */
const MAX_ROWS = 500;

export interface FileAction {
  /** The words before the file's name. */
  label: string;
  sign: string;
  run(file: ChangedFile): void;
}

interface Props {
  title: string;
  empty: string;
  files: readonly ChangedFile[];
  isShown(path: string): boolean;
  onShow(path: string): void;
  onOpen(path: string): void;
  all: { label: string; icon: ReactNode; run(): void };
  actions: readonly FileAction[];
  busy: boolean;
}

/** Files of one side, each with what can be done to it. */
export function ChangeList({ title, empty, files, isShown, onShow, onOpen, all, actions, busy }: Props) {
  return (
    <section className={css.group} aria-label={title}>
      <div className={css.groupHead}>
        <h2 className={css.title}>{title}{files.length > 0 && <span className={css.count}>{files.length}</span>}</h2>
        {files.length > 0 && <IconButton label={all.label} disabled={busy} onClick={all.run}>{all.icon}</IconButton>}
      </div>
      {files.length === 0 && <p className={css.soft}>{empty}</p>}
      <ul className={css.files}>
        {files.slice(0, MAX_ROWS).map((file) => (
          <li key={file.path} className={css.file} data-shown={isShown(file.path)}>
            <button type="button" className={css.name} aria-pressed={isShown(file.path)} title={file.from === undefined ? file.path : `${file.from} → ${file.path}`}
              onClick={() => onShow(file.path)} onDoubleClick={() => onOpen(file.path)}>
              <span className={css.kind} data-kind={file.kind} title={kinds[file.kind]} aria-hidden>{file.kind}</span>
              <span className={css.path}>{file.path.split('/').pop()}<span className={css.folder}> {file.path.split('/').slice(0, -1).join('/')}</span></span>
              <span className="visually-hidden">, {kinds[file.kind] ?? file.kind}</span>
              <Counts file={file} />
            </button>
            {actions.map(({ label, sign, run }) => <IconButton key={label} label={`${label} ${file.path}`} disabled={busy} onClick={() => run(file)}><span aria-hidden className={css.sign}>{sign}</span></IconButton>)}
          </li>
        ))}
      </ul>
      {files.length > MAX_ROWS && <p className={css.soft}>… and {files.length - MAX_ROWS} more.</p>}
    </section>
  );
}

function Counts({ file: { added, removed } }: { file: ChangedFile }) {
  if (added === undefined || removed === undefined) return null;
  return <span className={css.counts}><span className={css.plus}>+{added}</span> <span className={css.minus}>−{removed}</span></span>;
}
