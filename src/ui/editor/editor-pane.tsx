/** Tabs of open files, the editor below, and bars for what needs a decision. */
import { TriangleAlert } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../shared/errors.ts';
import { isDirty } from '../../project/documents.ts';
import { useWorkspace } from '../context.ts';
import { downloadFile } from '../files/download.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { part } from '../kit/part.tsx';
import { focusRegion } from '../layout/regions.ts';
import { ConflictBar } from './conflict-bar.tsx';
import { EditorTabs } from './editor-tabs.tsx';
import css from './editor.module.css';

const EditorView = part(async () => (await import('./editor-view.tsx')).default);
const LockBar = part(async () => (await import('./lock-bar.tsx')).LockBar, () => null);

export function EditorPane() {
  const { documents, sandbox } = useWorkspace();
  const { open, active } = useStore(documents.store);
  const document = open.find(({ path }) => path === active);
  const [closing, setClosing] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const attempt = useCallback(async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(undefined);
    } catch (error) {
      const { code, message } = AppError.from(error);
      // A conflict has its own bar, with the choices.
      if (code !== 'conflict') setProblem(message);
    }
  }, []);
  const save = (path: string): void => void attempt(() => documents.save(path));

  const close = (path: string): void => {
    const asked = open.find((candidate) => candidate.path === path);
    if (asked && isDirty(asked)) setClosing(path);
    else documents.close(path);
  };

  return (
    <div className={css.pane}>
      {open.length > 0 && <EditorTabs open={open} active={active} onShow={(path) => void documents.show(path)} onClose={close} onSave={save} />}
      {document && <Suspense fallback={null}><LockBar path={document.path} /></Suspense>}
      {document?.conflict && <ConflictBar document={document} onKeep={() => void attempt(() => documents.keepMine(document.path))} />}
      {problem && (
        <div className={`${css.bar} ${css.errorBar}`} role="alert">
          <TriangleAlert size={16} aria-hidden /><p>{problem}</p><Button onClick={() => setProblem(undefined)}>Dismiss</Button>
        </div>
      )}
      <div className={css.body} id="editor-panel" role={document ? 'tabpanel' : undefined} aria-label={document ? `Editor: ${document.path}` : undefined}>
        {document?.unreadable && (
          <div className={css.empty}>
            <p>{document.unreadable === 'binary' ? 'This file is not text, so it cannot be edited here.' : 'This file is larger than 2 MB, so it is not opened in the editor.'}</p>
            <Button onClick={() => void attempt(() => downloadFile(sandbox.fs, document.path))}>Download {document.path}</Button>
          </div>
        )}
        {!document && <EmptyEditor />}
        {open.length > 0 && (
          <div hidden={!document || document.unreadable !== undefined} style={{ position: 'absolute', inset: 0 }}>
            <Suspense fallback={<p className={css.empty} role="status">Loading the editor…</p>}>
              <EditorView onSave={save} />
            </Suspense>
          </div>
        )}
      </div>
      <Confirm open={closing !== undefined} title="Close without saving?" action="Close without saving" onClose={() => setClosing(undefined)}
        text={`${closing ?? ''} has changes that are not saved yet. They are lost when you close it.`} onConfirm={() => { documents.close(closing!); requestAnimationFrame(() => focusRegion('editor')); }} />
    </div>
  );
}

function EmptyEditor() {
  return (
    <div className={css.empty}>
      <p>Choose a file on the left to edit it.</p>
      <dl className={css.emptyKeys}>
        <dt><kbd>F6</kbd></dt><dd>next region</dd>
        <dt><kbd>Ctrl</kbd> <kbd>S</kbd></dt><dd>save</dd>
        <dt><kbd>Ctrl</kbd> <kbd>,</kbd></dt><dd>settings</dd>
        <dt><kbd>F1</kbd></dt><dd>help, all keys</dd>
      </dl>
    </div>
  );
}
