/** The Monaco editor itself. Default export: it is loaded lazily, Monaco with it. */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { useTheme } from '../use-theme.ts';
import { createModels, type Models } from './models.ts';
import { monaco } from './monaco.ts';
import css from './editor.module.css';

/** Cursor and scroll place are noted this long after they changed. */
const KEEP_VIEW_MS = 250;

export default function EditorView({ onSave }: { onSave(path: string): void }) {
  const { documents, sandbox } = useWorkspace();
  const document = useStore(documents.store, ({ open, active }) => open.find(({ path }) => path === active));
  const goTo = useStore(documents.store, (state) => state.goTo);
  const theme = useTheme();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const models = useRef<Models>(null);
  const shown = useRef<string>(undefined);
  const reached = useRef<object>(undefined);
  const save = useRef(onSave);
  save.current = onSave;

  useEffect(() => {
    const created = monaco.editor.create(host.current!, {
      model: null, automaticLayout: true, minimap: { enabled: false }, fontSize: 13, lineHeight: 20, scrollBeyondLastLine: false, padding: { top: 8 },
      fontFamily: getComputedStyle(window.document.documentElement).getPropertyValue('--font-code'), fixedOverflowWidgets: true, tabSize: 2,
      accessibilitySupport: 'auto', ariaLabel: 'Code editor. Press Control M to let Tab leave the editor; F6 goes to the next region.',
    });
    editor.current = created;
    models.current = createModels(monaco, documents, sandbox.workdir);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      timer = undefined;
      if (shown.current) documents.keepView(shown.current, created.saveViewState());
    };
    const keepSoon = (): void => { timer ??= setTimeout(keep, KEEP_VIEW_MS); };
    created.onDidChangeCursorSelection(keepSoon);
    created.onDidScrollChange(keepSoon);
    // Before the session is written for the last time: a reload right after a word came back into the middle of it.
    window.addEventListener('pagehide', keep, { capture: true });
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => { if (shown.current) save.current(shown.current); });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep, { capture: true });
      created.dispose();
      models.current?.dispose();
      editor.current = models.current = null;
      shown.current = undefined;
    };
  }, [documents, sandbox]);

  useEffect(() => {
    const view = editor.current;
    if (!view || !models.current) return;
    if (shown.current === document?.path && view.getModel()) return;
    if (shown.current) documents.keepView(shown.current, view.saveViewState());
    shown.current = document?.path;
    view.setModel(document ? models.current.of(document) : null);
    const saved = document && documents.views.getState().get(document.path);
    // It may come from an earlier page: a state of another version must not cost the file.
    if (saved) try { view.restoreViewState(saved as monaco.editor.ICodeEditorViewState); } catch { view.setPosition({ lineNumber: 1, column: 1 }); }
  }, [document, documents]);

  // After the model was set: a file may be opened and gone to at once. A later switch of files does not go there again.
  useEffect(() => {
    const view = editor.current;
    const model = view?.getModel();
    if (!view || !model || !goTo || goTo === reached.current || shown.current !== goTo.path) return;
    reached.current = goTo;
    // The file may have changed since somebody spoke of that line.
    const position = model.validatePosition({ lineNumber: goTo.line, column: goTo.column ?? 1 });
    view.setPosition(position);
    view.revealPositionInCenterIfOutsideViewport(position);
    view.focus();
  }, [goTo, document]);

  useEffect(() => monaco.editor.setTheme(theme === 'dark' ? 'tabloom-dark' : 'tabloom-light'), [theme]);

  return <div ref={host} className={css.monaco} data-editor-path={document?.path} />;
}
