/** The project's agents, what they do in this tab, and the means to stop them. */
import { useStore } from 'zustand';
import { useApp, useWorkspace } from '../../context.ts';
import { MAX_RUNS_HERE } from '../../agent/agent-runs.ts';
import { Button } from '../../kit/button.tsx';
import { CheckField, Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';
import { AgentList } from './agent-list.tsx';
import { RunList } from './run-list.tsx';
import css from './agents.module.css';

export function Agents() {
  const { agentRuns, peers } = useWorkspace();
  const { settings } = useApp();
  const { limit, paused, runs } = useStore(agentRuns.store);
  const { agentRuns: wanted, baseUrl, model } = useStore(settings);
  const joined = useStore(peers);
  const { problem, attempt } = useAttempt();
  const going = runs.filter(({ ended }) => !ended).length;
  return (
    <>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {joined.state === 'alone' && <Notice tone="warn">Agents cannot call each other here. {joined.reason}</Notice>}
      {joined.state !== 'alone' && limit === 0 && <Notice tone="warn">{reason(wanted, baseUrl !== '' && model !== '')}</Notice>}
      {runs.length > 0 && <h2 className={css.first}>Runs in this tab</h2>}
      {runs.length > 0 && <RunList />}
      <h2 className={runs.length > 0 ? work.heading : css.first}>Agents of the project</h2>
      <AgentList />
      <h2 className={work.heading}>How much they may do</h2>
      <div className={css.settings}>
        <div className={work.row}>
          <label>Runs at once in this tab<select className={work.select} value={wanted} onChange={(event) => settings.setState({ agentRuns: Number(event.target.value) })}>
            {Array.from({ length: MAX_RUNS_HERE + 1 }, (_, count) => <option key={count} value={count}>{count === 0 ? 'none' : count}</option>)}
          </select></label>
          {going > 0 && <Button look="danger" onClick={() => agentRuns.stopAll()}>Stop all in this tab</Button>}
        </div>
        <CheckField label="Pause: no agent takes up work, in any tab" checked={paused} onChange={(value) => void attempt(() => agentRuns.pause(value))} hint="Runs that go on are not stopped. New calls are refused until you take this off." />
      </div>
    </>
  );
}

function reason(wanted: number, configured: boolean): string {
  if (wanted === 0) return 'No agent runs in this tab: you chose none.';
  return configured ? 'No agent runs in this tab: the key of your model is not here. Type it under “Model and key” in the agent’s panel.'
    : 'No agent runs in this tab: it has no model. Set one up under “Model and key” in the agent’s panel.';
}
