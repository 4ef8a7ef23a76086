import { useEffect, useState } from 'react';
import { AppError } from '../../../shared/errors.ts';
import { DiffView } from '../../agent/diff-view.tsx';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import type { LoggedCommit } from './git-state.ts';
import css from './source-control.module.css';

/** The last commits, the newest first. */
export function History({ commits, shown, onShow }: { commits: readonly LoggedCommit[]; shown: string | undefined; onShow(commit: LoggedCommit): void }) {
  return (
    <section className={css.group} aria-label="History">
      <h2 className={css.title}>History</h2>
      {commits.length === 0 && <p className={css.soft}>No commits yet.</p>}
      <ul className={css.files}>
        {commits.map((commit) => (
          <li key={commit.id} className={css.file} data-shown={shown === commit.id}>
            <button type="button" className={css.commitRowButton} aria-pressed={shown === commit.id} onClick={() => onShow(commit)}>
              <span className={css.subject}>{commit.subject}</span>
              {commit.refs !== '' && <span className={css.refs}>{commit.refs}</span>}
              <span className={css.soft}><code>{commit.short}</code> {commit.author}, {commit.when}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What one commit did. */
export function CommitView({ commit, busy, onReset }: { commit: LoggedCommit; busy: boolean; onReset(): void }) {
  const { sourceControl: control } = useWorkspace();
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let over = false;
    control.show(commit.id).then((shown) => { if (!over) setText(shown); }, (error: unknown) => { if (!over) setProblem(AppError.from(error).message); });
    return () => { over = true; };
  }, [control, commit.id]);
  return (
    <>
      <div className={css.detailHead}>
        <h3 className={css.detailTitle}>{commit.subject}</h3>
        <Button look="danger" disabled={busy} onClick={onReset}>Reset to this commit…</Button>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {text !== undefined && <DiffView diff={text} label={`Commit ${commit.short}`} />}
    </>
  );
}
