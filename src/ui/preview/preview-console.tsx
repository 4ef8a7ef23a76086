/** What the previewed pages write to their console, errors included. */
import { Eraser } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../context.ts';
import { IconButton } from '../kit/button.tsx';
import css from './preview.module.css';

export function PreviewConsole() {
  const { previews } = useWorkspace();
  const lines = useStore(previews.store, (state) => state.lines);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => { end.current?.scrollIntoView({ block: 'nearest' }); }, [lines]);
  return (
    <div className={css.console}>
      <div className={css.consoleHead}>
        <h2>Console</h2>
        <IconButton label="Clear the preview’s console" disabled={lines.length === 0} onClick={() => previews.clear()}><Eraser size={14} aria-hidden /></IconButton>
      </div>
      <div className={css.lines} role="log" aria-label="Console of the preview" tabIndex={0}>
        {lines.length === 0 && <p className={css.nothing}>Nothing yet.</p>}
        {lines.map(({ id, level, text }) => <pre key={id} className={css.line} data-level={level}>{level === 'error' && <span className="visually-hidden">Error: </span>}{level === 'warn' && <span className="visually-hidden">Warning: </span>}{text}</pre>)}
        <div ref={end} />
      </div>
    </div>
  );
}
