/** One project of the list: its name opens it, a menu does the rest. */
import { Copy, Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_NAME, type ProjectRecord } from '../../project/project-record.ts';
import { IconButton } from '../kit/button.tsx';
import { OWN_ESCAPE } from '../kit/dialog.tsx';
import { Menu } from '../kit/menu.tsx';
import { ago, sizeOf } from './said.ts';
import css from './projects.module.css';

interface Props {
  project: ProjectRecord;
  now: number;
  /** Whether this page has it open. */
  current: boolean;
  /** How many other tabs have it open. */
  elsewhere: number;
  renaming: boolean;
  onOpen(): void;
  onOpenTab(): void;
  onRename(): void;
  /** The new name, or undefined to leave it. */
  onName(name: string | undefined): void;
  onDuplicate(): void;
  onDelete(): void;
}

export function ProjectRow({ project, now, current, elsewhere, renaming, onOpen, onOpenTab, onRename, onName, onDuplicate, onDelete }: Props) {
  const { name, opened, bytes } = project;
  const facts = [
    ...(current ? ['open here'] : [`opened ${ago(opened, now)}`]),
    ...(bytes === undefined ? [] : [sizeOf(bytes)]),
    ...(elsewhere > 0 ? [elsewhere === 1 ? 'open in another tab' : `open in ${elsewhere} other tabs`] : []),
  ].join(' · ');
  return (
    <li className={css.row} data-project={project.id} aria-current={current ? 'true' : undefined}>
      {renaming ? <Rename name={name} onName={onName} /> : (
        <button type="button" className={css.open} disabled={current} onClick={onOpen} title={current ? 'This page has it open' : `Open ${name}`}>
          <span className={css.name}>{name}</span>
          <span className={css.facts}>{facts}</span>
        </button>
      )}
      <Menu entries={[
        { label: 'Open in a new tab', icon: <ExternalLink size={14} aria-hidden />, run: onOpenTab },
        { label: 'Rename', icon: <Pencil size={14} aria-hidden />, takesFocus: true, run: onRename },
        { label: 'Duplicate', icon: <Copy size={14} aria-hidden />, run: onDuplicate },
        null,
        { label: 'Delete', icon: <Trash2 size={14} aria-hidden />, danger: true, run: onDelete },
      ]}>
        <IconButton label={`More for ${name}`}><Ellipsis size={16} aria-hidden /></IconButton>
      </Menu>
    </li>
  );
}

function Rename({ name, onName }: { name: string; onName(name: string | undefined): void }) {
  const [text, setText] = useState(name);
  const over = useRef(false);
  // The field loses the focus when it goes, too.
  const end = (next: string | undefined): void => {
    if (over.current) return;
    over.current = true;
    onName(next);
  };
  /** By a key: the focus stays in the row. */
  const endByKey = (next: string | undefined, field: Element): void => {
    const row = field.closest('li');
    end(next);
    requestAnimationFrame(() => row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus());
  };
  return (
    <form className={css.rename} onSubmit={(event) => { event.preventDefault(); endByKey(text, event.currentTarget); }}>
      <input className={css.search} value={text} aria-label={`New name of ${name}`} maxLength={2 * MAX_NAME} spellCheck={false} autoFocus required
        onFocus={(event) => event.target.select()} onChange={(event) => setText(event.target.value)} onBlur={() => end(text.trim() === '' ? undefined : text)}
        {...OWN_ESCAPE} onKeyDown={(event) => { if (event.key === 'Escape') endByKey(undefined, event.currentTarget); }} />
    </form>
  );
}
