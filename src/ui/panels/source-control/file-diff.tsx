import { useEffect, useState } from 'react';
import { AppError } from '../../../shared/errors.ts';
import { DiffView } from '../../agent/diff-view.tsx';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import type { ChangedFile, FilePatch } from './git-state.ts';
import css from './source-control.module.css';

interface Props {
  file: ChangedFile;
  staged: boolean;
  /** Of the state that the file was in: another one means another patch. */
  version: number;
  busy: boolean;
  onAct(work: () => Promise<unknown>, done: string): Promise<void>;
  onOpen(path: string): void;
}

/** More hunks than this nobody goes through one by one. */
const MAX_HUNKS = 200;

/** A file's patch; each hunk can be staged, or taken back, by itself. */
export function FileDiff({ file, staged, version, busy, onAct, onOpen }: Props) {
  const { sourceControl: control } = useWorkspace();
  const [patch, setPatch] = useState<FilePatch>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let over = false;
    control.patch(file, staged).then((read) => { if (!over) { setPatch(read); setProblem(undefined); } }, (error: unknown) => { if (!over) setProblem(AppError.from(error).message); });
    return () => { over = true; };
    // The file's own fields change with the version.
  }, [control, file.path, staged, version]);

  const byHunk = file.kind === 'M' || file.kind === 'R';
  return (
    <>
      <div className={css.detailHead}>
        <h3 className={css.detailTitle}>{file.path}</h3>
        <span className={css.soft}>{staged ? 'staged' : 'not staged'}</span>
        {file.kind !== 'D' && <Button onClick={() => onOpen(file.path)}>Open</Button>}
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {file.kind === 'U' && <p className={css.soft}>Both sides changed this file. Edit it until it is right, then stage it.</p>}
      {patch && (patch.hunks.length === 0 || !byHunk) && <DiffView diff={patch.head + patch.hunks.join('') || 'Nothing to show.'} label={`Changes of ${file.path}`} />}
      {patch && byHunk && patch.hunks.slice(0, MAX_HUNKS).map((hunk, at) => (
        <section key={hunk} className={css.hunk} aria-label={`Hunk ${at + 1} of ${patch.hunks.length}`}>
          <div className={css.hunkHead}>
            <span className={css.soft}>{at + 1} of {patch.hunks.length}</span>
            <Button disabled={busy} onClick={() => void onAct(() => control.moveHunk(patch, hunk, staged), staged ? 'The hunk is not staged any more.' : 'The hunk is staged.')}>{staged ? 'Unstage hunk' : 'Stage hunk'}</Button>
          </div>
          <DiffView diff={hunk} label={`Hunk ${at + 1} of ${file.path}`} />
        </section>
      ))}
    </>
  );
}
