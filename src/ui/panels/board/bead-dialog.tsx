/** One bead: its facts, what can be done with it, and its history. */
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { PERSON } from '../../../work/actor.ts';
import { beadStatuses, type Bead, type BeadStatus } from '../../../work/beads/bead.ts';
import { defaultWorkflows } from '../../../work/beads/default-workflows.ts';
import { workflowNamed } from '../../../work/beads/flow.ts';
import { nodeOf } from '../../../work/beads/workflow.ts';
import { useWorkspace } from '../../context.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/field.tsx';
import { Decision, Question } from '../questions/questions.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import css from './board.module.css';

export function BeadDialog({ id, onShow, onClose }: { id: string; onShow(id: string): void; onClose(): void }) {
  const beads = useStore(useWorkspace().work.beads.live);
  const bead = beads?.find((candidate) => candidate.id === id);
  if (!bead) return null;
  const { description, context } = bead;
  const facts: [string, React.ReactNode][] = [
    ['Type', bead.type], ['Project', bead.project_id],
    ...(bead.required_role === undefined ? [] : [['Role', bead.required_role] as [string, string]]),
    ...(bead.assignee === undefined || bead.status !== 'closed' ? [] : [['With', bead.assignee] as [string, string]]),
    ...(bead.tags.length === 0 ? [] : [['Tags', bead.tags.join(', ')] as [string, string]]),
    ...(bead.parent === undefined ? [] : [['Parent', <Links key="p" ids={[bead.parent]} onShow={onShow} />] as [string, React.ReactNode]]),
    ...(bead.children.length === 0 ? [] : [['Children', <Links key="c" ids={bead.children} onShow={onShow} />] as [string, React.ReactNode]]),
    ...Object.entries(context).map(([name, value]): [string, string] => [name.replaceAll('_', ' '), value]),
  ];
  return (
    <Dialog open title={bead.title} text={`${bead.id}, P${bead.priority}, ${bead.status.replace('_', ' ')}`} onClose={onClose}>
      {description !== '' && <p className={work.said}>{description}</p>}
      <dl className={css.facts}>{facts.map(([name, value]) => <div key={name} style={{ display: 'contents' }}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {bead.question?.state === 'waiting' ? <Question bead={bead} /> : bead.deciding && bead.status !== 'closed' ? <Decision bead={bead} /> : <Actions bead={bead} />}
      <h3 className={work.heading}>History</h3>
      <ol className={css.history} tabIndex={0} aria-label="History">
        {bead.history.map((event, at) => <li key={at}><span className={work.meta}>{new Date(event.at).toLocaleString()} {event.by}</span> {event.what}{event.detail !== undefined && `: ${event.detail}`}</li>)}
      </ol>
    </Dialog>
  );
}

function Links({ ids, onShow }: { ids: readonly string[]; onShow(id: string): void }) {
  return <>{ids.map((id, at) => <span key={id}>{at > 0 && ', '}<button type="button" className={css.link} onClick={() => onShow(id)}>{id}</button></span>)}</>;
}

function Actions({ bead }: { bead: Bead }) {
  const { beads, directory } = useWorkspace().work;
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    // Before the tools have started, nobody but the present one can be chosen.
    void directory.list().then((all) => setNames(all.map((entry) => entry.id)), () => undefined);
  }, [directory]);
  const [reason, setReason] = useState('');
  const { problem, attempt } = useAttempt();
  const id = useId();
  const active = bead.workflow?.status === 'active' ? bead.workflow : undefined;
  const node = active && nodeOf(workflowNamed(active.workflow), active.node);
  const said = reason.trim() === '' ? undefined : reason.trim();
  const act = (work_: () => Promise<unknown>): void => void attempt(work_).then((done) => { if (done) setReason(''); });
  const open = bead.status !== 'closed';
  return (
    <div>
      <div className={work.row}>
        <label>Status<select className={work.select} value={bead.status} onChange={(event) => act(() => beads.move(bead.id, event.target.value as BeadStatus, bead.status, PERSON))}>{beadStatuses.map((value) => <option key={value} value={value}>{value.replace('_', ' ')}</option>)}</select></label>
        <label>Priority<select className={work.select} value={bead.priority} onChange={(event) => act(() => beads.prioritize(bead.id, Number(event.target.value), PERSON))}>{[0, 1, 2, 3, 4].map((value) => <option key={value} value={value}>P{value}</option>)}</select></label>
        {open && <label>With<select className={work.select} value={bead.assignee ?? ''} onChange={(event) => act(() => beads.assign(bead.id, event.target.value, PERSON))}><option value="">nobody</option>{[...new Set([...names, ...(bead.assignee === undefined ? [] : [bead.assignee])])].map((name) => <option key={name} value={name}>{name}</option>)}</select></label>}
        {open && !active && <label>Workflow<select className={work.select} value="" onChange={(event) => act(() => beads.startWorkflow(bead.id, event.target.value, PERSON))}><option value="" disabled>Start…</option>{defaultWorkflows.map((workflow) => <option key={workflow.id} value={workflow.id}>{workflow.name}</option>)}</select></label>}
      </div>
      {node && <p className={work.said}><strong>{active.workflow}: {node.key}.</strong> {node.instructions}{active.cycles > 0 && ` Came back ${active.cycles} ${active.cycles === 1 ? 'time' : 'times'}.`}</p>}
      {open && (
        <>
          <label htmlFor={id} className={work.meta}>Reason</label>
          <textarea id={id} className={work.text} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
        </>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {open && (
        <div className={work.actions}>
          {node?.type === 'approval' && <Button look="primary" onClick={() => act(() => beads.step(bead.id, 'approved', said, PERSON))}>Approve</Button>}
          {node?.type === 'approval' && <Button look="danger" disabled={said === undefined} title={said === undefined ? 'A rejection needs a reason' : undefined} onClick={() => act(() => beads.step(bead.id, 'rejected', said, PERSON))}>Reject</Button>}
          {node && node.type !== 'approval' && <Button look="primary" onClick={() => act(() => beads.step(bead.id, 'success', said, PERSON))}>Step done</Button>}
          {node && node.type !== 'approval' && <Button onClick={() => act(() => beads.step(bead.id, 'failure', said, PERSON))}>Step failed</Button>}
          {!active && <Button look="primary" onClick={() => act(() => beads.close(bead.id, said, PERSON))}>Close bead</Button>}
        </div>
      )}
    </div>
  );
}
