import { TriangleAlert } from 'lucide-react';
import type { OpenDocument } from '../../project/documents.ts';
import { useWorkspace } from '../context.ts';
import { Button } from '../kit/button.tsx';
import css from './editor.module.css';

/** Shown while unsaved text and the sandbox's file differ: the person decides which one stays. */
export function ConflictBar({ document, onKeep }: { document: OpenDocument; onKeep(): void }) {
  const { documents } = useWorkspace();
  const unreadable = document.conflict?.unreadable;
  const gone = document.conflict?.diskText === null && unreadable === undefined;
  return (
    <div className={css.bar} role="alert">
      <TriangleAlert size={16} aria-hidden />
      <p>{gone ? `${document.path} was deleted outside the editor.` : `${document.path} was changed outside the editor${unreadable === undefined ? '' : unreadable === 'binary' ? ' and is not text any more' : ' and is larger than 2 MB now'}, and you have changes of your own.`}</p>
      <Button onClick={onKeep}>{gone ? 'Write it again' : 'Keep mine'}</Button>
      <Button onClick={() => documents.takeTheirs(document.path)}>{gone ? 'Close it' : 'Take theirs'}</Button>
    </div>
  );
}
