import { X } from 'lucide-react';
import { useRef } from 'react';
import { basename, dirname } from '../../shared/path.ts';
import { isDirty, type OpenDocument } from '../../project/documents.ts';
import { keepFocusInTabs, moveInTabs } from '../kit/tab-keys.ts';
import css from './editor.module.css';

interface Props {
  open: readonly OpenDocument[];
  active: string | undefined;
  onShow(path: string): void;
  onClose(path: string): void;
  onSave(path: string): void;
}

/** Arrow keys move, Delete closes. The cross is for the pointer only: a button inside a tab is not reachable for screen readers. */
export function EditorTabs({ open, active, onShow, onClose, onSave }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const names = open.map(({ path }) => basename(path));
  return (
    <div ref={list} className={css.tabs} role="tablist" aria-label="Open files"
      onKeyDown={(event) => {
        const path = (event.target as HTMLElement).dataset.path;
        if (path === undefined) return;
        if (event.key === 'Delete') {
          onClose(path);
          keepFocusInTabs(list.current!);
        } else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) onSave(path);
        else if (!moveInTabs(list.current!, event.key)) return;
        event.preventDefault();
      }}>
      {open.map((document, at) => {
        const dirty = isDirty(document);
        const twice = names.indexOf(names[at]) !== names.lastIndexOf(names[at]);
        return (
          <div key={document.path} role="tab" tabIndex={document.path === active ? 0 : -1} aria-selected={document.path === active} aria-controls="editor-panel"
            aria-keyshortcuts="Delete" className={css.tab} title={document.path} data-path={document.path}
            ref={(element) => { if (document.path === active) element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); }}
            onClick={() => onShow(document.path)} onFocus={() => onShow(document.path)}
            onAuxClick={(event) => { if (event.button === 1) onClose(document.path); }}>
            <span className={css.tabName}>{names[at]}{twice && <small> {dirname(document.path)}</small>}</span>
            {dirty && <span className="visually-hidden">(not saved)</span>}
            <span className={dirty ? css.mark : `${css.mark} ${css.clean}`} aria-hidden title="Close (Delete)"
              onMouseDown={(event) => event.preventDefault()} onClick={(event) => { event.stopPropagation(); onClose(document.path); }}>
              {dirty && <span className={css.dot} />}
              <X size={14} className={css.cross} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
