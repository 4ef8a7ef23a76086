import { useState } from 'react';
import { useStore } from 'zustand';
import type { AgentRun } from '../../agent/agent-runs.ts';
import { TimelineView } from '../../agent/timeline-view.tsx';
import { useWorkspace } from '../../context.ts';
import { useOpenFile } from '../../files/open-file.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import css from './agents.module.css';

/** Every run that began in this tab, newest first; each can be opened and followed. Ended ones stay until the page is left. */
export function RunList() {
  const { agentRuns } = useWorkspace();
  const { runs } = useStore(agentRuns.store);
  return <ul className={work.list} aria-label="Runs in this tab">{runs.map((run) => <Run key={run.id} run={run} />)}</ul>;
}

function Run({ run }: { run: AgentRun }) {
  const { agentRuns } = useWorkspace();
  const openFile = useOpenFile();
  const { problem, attempt } = useAttempt();
  // A run with hundreds of steps is drawn only for whoever looks.
  const [open, setOpen] = useState(false);
  const { agent, title, source, ended, timeline } = run;
  return (
    <li className={work.item} data-run={agent} data-state={run.state}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary><strong>{agent}</strong> {title} <span className={work.meta}>{source.kind === 'call' ? `called by ${source.caller}` : 'from the board'} · {stateOf(run)} · {new Date(run.began).toLocaleTimeString()}</span></summary>
        {open && <div className={css.timeline}><TimelineView items={timeline.items} running={!ended} run={run.id} onStop={() => agentRuns.stop(run.id)} onOpenFile={(path, place) => void attempt(() => openFile(path, place))} /></div>}
      </details>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {ended && !ended.good && <p className={work.said}>{ended.message}</p>}
      {!ended && <div className={work.actions}><Button look="danger" aria-label={`Stop ${agent}: ${title}`} onClick={() => agentRuns.stop(run.id)}>Stop</Button></div>}
    </li>
  );
}

function stateOf({ state, ended }: AgentRun): string {
  if (ended) return ended.good ? 'finished' : 'did not finish';
  return { running: 'running', waiting: 'waits for a trigger', parked: 'waits for a place', ended: '' }[state];
}
