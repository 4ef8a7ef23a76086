/** The board: beads in columns by status. Cards are dragged, or moved with Alt and the arrow keys. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { PERSON } from '../../../work/actor.ts';
import { beadStatuses, type Bead, type BeadStatus } from '../../../work/beads/bead.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import { BeadDialog } from './bead-dialog.tsx';
import { DispatchSwitch } from './dispatch-switch.tsx';
import { NewBeadDialog } from './new-bead.tsx';
import css from './board.module.css';

const labels: Record<BeadStatus, string> = { open: 'Open', in_progress: 'In progress', blocked: 'Blocked', closed: 'Closed' };
/** Closed beads that are shown; the others are on record. */
const MAX_CLOSED = 50;

export function Board() {
  const { beads: store } = useWorkspace().work;
  const beads = useStore(store.live);
  const [role, setRole] = useState('');
  const [priority, setPriority] = useState('');
  const [shown, setShown] = useState<string>();
  const [adding, setAdding] = useState(false);
  const [dragged, setDragged] = useState<Bead>();
  const [said, setSaid] = useState('');
  const { problem, attempt } = useAttempt();

  /** The card is drawn anew in its column, as soon as the board has been read again; the focus goes with it. */
  const moved = useRef<{ id: string; status: BeadStatus }>(undefined);
  useEffect(() => {
    const { id, status } = moved.current ?? {};
    if (id === undefined || !beads?.some((bead) => bead.id === id && bead.status === status)) return;
    moved.current = undefined;
    document.querySelector<HTMLElement>(`[data-bead="${CSS.escape(id)}"]`)?.focus();
  }, [beads]);

  const roles = [...new Set((beads ?? []).flatMap(({ required_role }) => required_role ?? []))].sort();
  const fitting = (beads ?? []).filter((bead) => (role === '' || bead.required_role === role) && (priority === '' || bead.priority === Number(priority)));
  const move = async (bead: Bead, status: BeadStatus): Promise<void> => {
    if (status === bead.status) return;
    moved.current = { id: bead.id, status };
    if (!await attempt(() => store.move(bead.id, status, bead.status, PERSON))) {
      // Else somebody's later move would take the focus from wherever it is then.
      moved.current = undefined;
      return;
    }
    setSaid(`${bead.id} is ${labels[status].toLowerCase()} now.`);
  };
  const onKey = (event: React.KeyboardEvent, bead: Bead): void => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const next = beadStatuses[beadStatuses.indexOf(bead.status) + (event.key === 'ArrowLeft' ? -1 : 1)];
    if (next) void move(bead, next);
  };

  return (
    <div className={css.board}>
      <div className={work.row}>
        <Button look="primary" onClick={() => setAdding(true)}>New bead</Button>
        <label>Role<select className={work.select} value={role} onChange={(event) => setRole(event.target.value)}><option value="">All</option>{roles.map((name) => <option key={name} value={name}>{name}</option>)}</select></label>
        <label>Priority<select className={work.select} value={priority} onChange={(event) => setPriority(event.target.value)}><option value="">All</option>{[0, 1, 2, 3, 4].map((value) => <option key={value} value={value}>P{value}</option>)}</select></label>
      </div>
      <DispatchSwitch />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p className="visually-hidden" role="status" aria-label="Moves on the board">{said}</p>
      <p id="board-keys" className="visually-hidden">Enter shows the bead. Alt and the left or right arrow key move it to another column.</p>
      {beads?.length === 0 && <p className={work.meta}>No beads yet. A bead is one piece of work; agents create them, and so can you.</p>}
      <div className={css.columns}>
        {beadStatuses.map((status) => {
          const own = fitting.filter((bead) => bead.status === status).sort(status === 'closed' ? (a, b) => (b.closed_at ?? 0) - (a.closed_at ?? 0) : (a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
          return (
            <section key={status} className={css.column} aria-label={`${labels[status]}, ${own.length}`} data-column={status}
              onDragOver={(event) => { if (dragged) event.preventDefault(); }}
              onDrop={(event) => { event.preventDefault(); if (dragged) void move(dragged, status); setDragged(undefined); }}>
              <h2 className={css.title}>{labels[status]} <span className={work.meta}>{own.length}</span></h2>
              <ul className={css.cards}>
                {own.slice(0, status === 'closed' ? MAX_CLOSED : undefined).map((bead) => (
                  <li key={bead.id}>
                    <button type="button" className={css.card} data-bead={bead.id} draggable aria-describedby="board-keys" onDragStart={(event) => { setDragged(bead); event.dataTransfer.setData('text/plain', bead.id); }} onDragEnd={() => setDragged(undefined)}
                      onClick={() => setShown(bead.id)} onKeyDown={(event) => onKey(event, bead)}>
                      <span className={work.meta}><span className={bead.priority <= 1 && status !== 'closed' ? css.urgent : undefined}>P{bead.priority}</span> {bead.id} · {bead.type}</span>
                      <span className={css.name}>{bead.title}</span>
                      <span className={work.meta}>{aside(bead)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {shown !== undefined && <BeadDialog id={shown} onShow={setShown} onClose={() => setShown(undefined)} />}
      {adding && <NewBeadDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function aside({ required_role, assignee, children, workflow }: Bead): string {
  return [
    ...(required_role === undefined ? [] : [required_role]),
    ...(assignee === undefined ? [] : [`with ${assignee}`]),
    ...(children.length === 0 ? [] : [`${children.length} ${children.length === 1 ? 'child' : 'children'}`]),
    ...(workflow === undefined ? [] : [`${workflow.workflow}: ${workflow.status === 'active' ? workflow.node : workflow.status}`]),
  ].join(' · ');
}
