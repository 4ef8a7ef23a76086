/** The conversations of the project: a new one, an earlier one, or the end of one. */
import { History, MessageSquarePlus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../shared/errors.ts';
import { useWorkspace } from '../context.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Notice } from '../kit/field.tsx';
import { ago } from '../projects/said.ts';
import type { Conversations } from '../session/conversations.ts';
import css from '../projects/projects.module.css';

export function ConversationMenu({ onProblem }: { onProblem(text: string | undefined): void }) {
  const { agent, session } = useWorkspace();
  const conversations = useStore(session.conversations);
  const { timeline, running } = useStore(agent.store);
  const [listing, setListing] = useState(false);
  const empty = timeline.items.length === 0;
  const start = async (): Promise<void> => {
    onProblem(undefined);
    await conversations?.start().catch((error: unknown) => onProblem(AppError.from(error).message));
    document.getElementById('agent-task')?.focus();
  };
  return (
    <>
      <IconButton label="New conversation" disabled={!conversations || running || empty} onClick={() => void start()}><MessageSquarePlus size={15} aria-hidden /></IconButton>
      <IconButton label="Conversations" aria-haspopup="dialog" disabled={!conversations} onClick={() => setListing(true)}><History size={15} aria-hidden /></IconButton>
      {listing && conversations && <ConversationList conversations={conversations} running={running} onClose={() => setListing(false)} />}
    </>
  );
}

function ConversationList({ conversations, running, onClose }: { conversations: Conversations; running: boolean; onClose(): void }) {
  const { list, active } = useStore(conversations.store);
  const [problem, setProblem] = useState<string>();
  useEffect(() => { void conversations.flush().then(() => conversations.refresh()); }, [conversations]);
  const attempt = (work: () => Promise<void>): void => {
    setProblem(undefined);
    work().catch((error: unknown) => setProblem(AppError.from(error).message));
  };
  const now = Date.now();
  return (
    <Dialog open title="Conversations" text="With the agent, in this project. Kept in this browser, encrypted." onClose={onClose}>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {running && <Notice>The agent is working. Stop it to show another conversation.</Notice>}
      {list.length === 0 && <p className={css.none}>There is none yet: the first task begins one.</p>}
      <ul className={css.list} aria-label="Conversations">
        {list.map(({ id, title, at, elsewhere }) => (
          <li key={id} className={css.row} aria-current={id === active ? 'true' : undefined}>
            <button type="button" className={css.open} disabled={running || elsewhere || id === active} onClick={() => attempt(async () => { await conversations.open(id); onClose(); })}>
              <span className={css.name}>{title}</span>
              <span className={css.facts}>{[ago(at, now), ...(id === active ? ['shown here'] : []), ...(elsewhere ? ['shown in another tab'] : [])].join(' · ')}</span>
            </button>
            <Button look="quiet" aria-label={`Delete ${title}`} disabled={elsewhere || (running && id === active)} onClick={() => attempt(() => conversations.remove(id))}><Trash2 size={14} aria-hidden /></Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
