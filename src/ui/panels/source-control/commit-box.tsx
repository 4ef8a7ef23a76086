import { useEffect, useId, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { sentOff, useDraft } from '../../kit/draft.ts';
import css from './source-control.module.css';

interface Props {
  staged: number;
  head: string | undefined;
  busy: boolean;
  lastMessage(): Promise<string>;
  /** Whether it worked: then the message is done with. */
  onCommit(message: string, amend: boolean): Promise<boolean>;
}

/** The message, and whether the commit is a new one or replaces the last. Ctrl Enter commits. */
export function CommitBox({ staged, head, busy, lastMessage, onCommit }: Props) {
  const id = useId();
  const [message, setMessage] = useDraft('commit-message');
  const [amend, setAmend] = useState(false);
  const [wanted, setWanted] = useState(false);
  const possible = !busy && message.trim() !== '' && (amend || staged > 0);
  const commit = async (): Promise<void> => {
    // Keys come while git still answers to the last wish: they are kept, not lost.
    setWanted(busy);
    if (!possible || !(await onCommit(message, amend))) return;
    setMessage(sentOff(message));
    setAmend(false);
  };
  useEffect(() => {
    if (wanted && !busy) void commit();
  }, [wanted, busy]);
  const switchAmend = async (on: boolean): Promise<void> => {
    setAmend(on);
    if (!on || message !== '') return;
    const last = await lastMessage().catch(() => '');
    setMessage((now) => (now === '' ? last : now));
  };
  return (
    <form className={css.commit} onSubmit={(event) => { event.preventDefault(); void commit(); }}>
      <label htmlFor={id} className={css.title}>Commit message</label>
      <textarea id={id} className={css.message} rows={3} value={message} spellCheck onChange={(event) => setMessage(event.target.value)} placeholder={staged === 0 && !amend ? 'Stage something first' : 'What was changed, and why'}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void commit();
        }} />
      <div className={css.commitRow}>
        <label className={css.amend}><input type="checkbox" checked={amend} disabled={head === undefined} onChange={(event) => void switchAmend(event.target.checked)} /> Amend the last commit</label>
        <Button look="primary" type="submit" disabled={!possible} aria-keyshortcuts="Control+Enter">{amend ? 'Amend' : staged === 0 ? 'Commit' : `Commit ${staged} ${staged === 1 ? 'file' : 'files'}`}</Button>
      </div>
    </form>
  );
}
