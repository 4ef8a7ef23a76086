import { useState } from 'react';
import { useStore } from 'zustand';
import { useWorkspace } from '../../context.ts';
import { CheckField, Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';

const CHOICES = [1, 3, 5, 10, 20, 50];

/** Lets agents take ready beads of their role by themselves. Off by default: each run costs what the model costs. */
export function DispatchSwitch() {
  const { agentRuns } = useWorkspace();
  const { dispatch, limit } = useStore(agentRuns.store);
  const agents = useStore(agentRuns.agents.store) ?? [];
  const [runs, setRuns] = useState(10);
  const { problem, attempt } = useAttempt();
  const roles = [...new Set(agents.filter(({ capacity }) => capacity > 0).map(({ role }) => role))];
  const left = dispatch.left === 0 ? 'All runs are used up: switch it off and on for more.' : dispatch.left === 1 ? '1 run left.' : `${dispatch.left} runs left.`;
  const rule = roles.length === 0 ? 'The project describes no agents yet; see “Agents”.'
    : `A ready bead with the role ${roles.join(' or ')} goes to a free agent of that role, the most urgent first. Each run uses your model.${limit === 0 ? ' This tab has no model for it; another tab may.' : ''}`;
  return (
    <div>
      <div className={work.row} style={{ alignItems: 'start' }}>
        <div className={work.grow}><CheckField label="Give ready beads to agents" checked={dispatch.on} onChange={(on) => void attempt(() => agentRuns.setDispatch(on, runs))} hint={<><span role="status">{dispatch.on && <strong>{left} </strong>}</span>{rule}</>} /></div>
        {!dispatch.on && <label>At most<select className={work.select} value={runs} onChange={(event) => setRuns(Number(event.target.value))}>{CHOICES.map((count) => <option key={count} value={count}>{count === 1 ? '1 run' : `${count} runs`}</option>)}</select></label>}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
