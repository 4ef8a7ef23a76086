/** Board, questions, inbox, tasks and skills, one at a time. */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../../context.ts';
import { IconButton } from '../../kit/button.tsx';
import { focusRegion } from '../../layout/regions.ts';
import { moveInTabs } from '../../kit/tab-keys.ts';
import { Agents } from '../agents/agents.tsx';
import { Board } from '../board/board.tsx';
import { Inbox } from '../inbox/inbox.tsx';
import { PeersPanel } from '../peers/lazy.tsx';
import { Questions } from '../questions/questions.tsx';
import { SourceControl } from '../source-control/source-control-panel.tsx';
import { Skills } from '../skills/skills.tsx';
import { Todos } from '../todos/todos.tsx';
import { unreadOf, waitingFor, workTabs, type WorkTab } from './work-panels.ts';
import css from './work.module.css';

const panels: Record<WorkTab, () => React.ReactNode> = { board: Board, agents: Agents, questions: Questions, inbox: Inbox, todos: Todos, skills: Skills, source: SourceControl, peers: PeersPanel };

/** @param onHidden undefined where the panel cannot be closed, as on a phone */
export function WorkPanel({ onHidden }: { onHidden: (() => void) | undefined }) {
  const { work, workPanels, agentRuns } = useWorkspace();
  const { tab, wantsFocus } = useStore(workPanels.store);
  const durable = useStore(work.base.durable);
  const waiting = waitingFor(useStore(work.beads.live)).length;
  const unread = unreadOf(useStore(work.messages.live));
  const todos = useStore(work.todos.live)?.todos.filter(({ status }) => status !== 'completed').length ?? 0;
  const going = useStore(agentRuns.store, ({ runs }) => runs.filter(({ ended }) => !ended).length);
  const counts: Partial<Record<WorkTab, number>> = { agents: going, questions: waiting, inbox: unread, todos };
  const Shown = panels[tab];
  // What is to have the focus is there only now.
  useEffect(() => {
    if (!wantsFocus) return;
    focusRegion('work');
    workPanels.store.setState({ wantsFocus: false });
  }, [wantsFocus, workPanels]);
  // The row of tabs is wider than a phone. (Newer browsers answer with a promise, which is no clean-up.)
  useEffect(() => { void document.getElementById(`work-tab-${tab}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); }, [tab]);
  return (
    <div className={css.pane}>
      <div className={css.head}>
        <div role="tablist" aria-label="Work" className={css.tabs} onKeyDown={(event) => { if (moveInTabs(event.currentTarget, event.key)) event.preventDefault(); }}>
          {workTabs.map(({ id, label }) => (
            <button key={id} id={`work-tab-${id}`} role="tab" type="button" aria-selected={id === tab} aria-controls="work-panel" tabIndex={id === tab ? 0 : -1} onClick={() => workPanels.show(id)} onFocus={() => workPanels.show(id)}>
              {label}{(counts[id] ?? 0) > 0 && <span className={id === 'questions' ? css.badgeAsk : css.badge}>{counts[id]}</span>}
            </button>
          ))}
        </div>
        {onHidden && <IconButton label="Close the work panel" onClick={onHidden}><X size={15} aria-hidden /></IconButton>}
      </div>
      {durable === false && <p className={css.memory}>This browser refuses storage here: beads, messages and your skills last as long as this page.</p>}
      <div id="work-panel" role="tabpanel" aria-labelledby={`work-tab-${tab}`} className={css.body} tabIndex={0}><Shown /></div>
    </div>
  );
}
