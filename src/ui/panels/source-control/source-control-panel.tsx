/** Source control: what changed, hunk by hunk; what is staged; the commit; and the history. */
import { ArrowDown, ArrowUp, GitBranch, ListPlus, ListX, RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../../context.ts';
import { useOpenFile } from '../../files/open-file.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import { ChangeList } from './change-list.tsx';
import { CommitBox } from './commit-box.tsx';
import { FileDiff } from './file-diff.tsx';
import type { ChangedFile, GitState, LoggedCommit } from './git-state.ts';
import { CommitView, History } from './history.tsx';
import css from './source-control.module.css';

/** What the right side shows. */
type Shown = { file: string; staged: boolean } | { commit: LoggedCommit };
type Asking = { discard: ChangedFile } | { reset: LoggedCommit | undefined };

export function SourceControl() {
  const workspace = useWorkspace();
  const { sourceControl: control, tools } = workspace;
  const { state: ready } = useStore(tools);
  const { git, repository, log, version, busy } = useStore(control.store);
  const [shown, setShown] = useState<Shown>();
  const [asking, setAsking] = useState<Asking>();
  const [said, setSaid] = useState('');
  const { problem, attempt } = useAttempt();
  const openFile = useOpenFile();
  const detail = useRef<HTMLDivElement>(null);
  const chosen = shown && ('file' in shown ? `${shown.file} ${shown.staged}` : shown.commit.id);
  // Where both sides are below each other, what was chosen would be out of sight.
  useEffect(() => { if (chosen !== undefined && matchMedia('(max-width: 900px)').matches) detail.current?.scrollIntoView({ block: 'start' }); }, [chosen]);

  useEffect(() => (ready === 'ready' ? control.watch() : undefined), [control, ready]);

  if (ready !== 'ready') return <p className={css.empty}>Git is there as soon as the agent’s tools have started.</p>;
  if (!repository) {
    return <div className={css.empty}><p>This project is not a git repository.</p><Button look="primary" disabled={busy} onClick={() => void attempt(() => control.init())}>Make it one</Button></div>;
  }
  if (!git) return <p className={css.empty} role="status">Asking git…</p>;

  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setSaid('');
    if (await attempt(work)) setSaid(done);
  };
  const file = shown && 'file' in shown ? (shown.staged ? git.staged : git.unstaged).find(({ path }) => path === shown.file) : undefined;
  const isShown = (path: string, staged: boolean): boolean => shown !== undefined && 'file' in shown && shown.file === path && shown.staged === staged;
  const open = (path: string): void => void attempt(() => openFile(path));
  return (
    <div className={css.panel} aria-busy={busy}>
      <div className={css.side}>
        <BranchLine git={git} busy={busy} onRefresh={() => void act(() => control.refresh(), 'Read again.')} onReset={() => setAsking({ reset: undefined })} />
        {problem !== undefined && <Notice tone="bad"><span className={css.problem}>{problem}</span></Notice>}
        <CommitBox staged={git.staged.length} head={git.head} busy={busy} lastMessage={() => control.lastMessage()}
          onCommit={async (message, amend) => {
            let line = '';
            const ok = await attempt(async () => { line = await control.commit(message, { amend }); });
            if (ok) setSaid(`Committed ${line}`);
            return ok;
          }} />
        <ChangeList title="Staged" empty="Nothing is staged." files={git.staged} isShown={(path) => isShown(path, true)} onShow={(path) => setShown({ file: path, staged: true })} onOpen={open}
          all={{ label: 'Unstage all', icon: <ListX size={15} aria-hidden />, run: () => void act(() => control.unstage(git.staged.map(({ path }) => path)), 'Nothing is staged any more.') }}
          actions={[{ label: 'Unstage', sign: '−', run: ({ path, from }) => void act(() => control.unstage(from === undefined ? [path] : [from, path]), `${path} is not staged any more.`) }]} busy={busy} />
        <ChangeList title="Changes" empty="No changes that are not staged." files={git.unstaged} isShown={(path) => isShown(path, false)} onShow={(path) => setShown({ file: path, staged: false })} onOpen={open}
          all={{ label: 'Stage all', icon: <ListPlus size={15} aria-hidden />, run: () => void act(() => control.stageAll(), 'Everything is staged.') }}
          actions={[{ label: 'Discard the changes of', sign: '↺', run: (one) => setAsking({ discard: one }) }, { label: 'Stage', sign: '+', run: ({ path }) => void act(() => control.stage([path]), `${path} is staged.`) }]} busy={busy} />
        <History commits={log} shown={shown && 'commit' in shown ? shown.commit.id : undefined} onShow={(commit) => setShown({ commit })} />
      </div>
      <div className={css.detail} ref={detail}>
        {file && shown && 'file' in shown && <FileDiff key={`${file.path} ${shown.staged}`} file={file} staged={shown.staged} version={version} busy={busy} onAct={act} onOpen={open} />}
        {shown && 'commit' in shown && <CommitView key={shown.commit.id} commit={shown.commit} busy={busy} onReset={() => setAsking({ reset: shown.commit })} />}
        {!file && !(shown && 'commit' in shown) && <p className={css.empty}>Choose a file or a commit to see what changed.</p>}
      </div>
      <p className="visually-hidden" role="status" aria-label="Source control">{said}</p>
      {asking && 'discard' in asking && <Confirm open title={asking.discard.kind === '?' ? `Delete ${asking.discard.path}?` : `Discard the changes of ${asking.discard.path}?`}
        text={asking.discard.kind === '?' ? 'Git does not know this file, so it cannot be brought back.' : 'What is not staged of this file is lost. This cannot be undone.'}
        action={asking.discard.kind === '?' ? 'Delete' : 'Discard'} onConfirm={() => void act(() => control.discard(asking.discard), `${asking.discard.path} is as it was.`)} onClose={() => setAsking(undefined)} />}
      {asking && 'reset' in asking && <Confirm open title={asking.reset ? `Reset to ${asking.reset.short}?` : 'Reset everything to the last commit?'}
        text={`${asking.reset ? `The branch goes back to “${asking.reset.subject}”. ` : ''}All changes that are not committed are lost, staged or not. Files that git does not know stay.`}
        action="Reset" onConfirm={() => void act(() => control.resetHard(asking.reset?.id ?? 'HEAD'), 'Everything is as it was committed.')} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function BranchLine({ git, busy, onRefresh, onReset }: { git: GitState; busy: boolean; onRefresh(): void; onReset(): void }) {
  const { branch, head, upstream, ahead, behind } = git;
  return (
    <div className={css.branch}>
      <GitBranch size={15} aria-hidden />
      <strong className={css.branchName}>{branch ?? `no branch, at ${head}`}</strong>
      {upstream !== undefined && <span className={css.soft} title={`${ahead} ahead of ${upstream}, ${behind} behind`}>{upstream} <ArrowUp size={11} aria-label="ahead" />{ahead} <ArrowDown size={11} aria-label="behind" />{behind}</span>}
      <span className={css.space} />
      <IconButton label="Read the state again" onClick={onRefresh} disabled={busy}><RotateCw size={14} aria-hidden /></IconButton>
      <IconButton label="Reset everything to the last commit" onClick={onReset} disabled={busy || head === undefined}><RotateCcw size={14} aria-hidden /></IconButton>
    </div>
  );
}
