import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ProjectAgent } from '../../../agent/runner/agents.ts';
import { isOver, type Call } from '../../../peers/call-record.ts';
import { useWorkspace } from '../../context.ts';
import { useOpenFile } from '../../files/open-file.ts';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/field.tsx';
import { useAttempt } from '../work/use-attempt.ts';
import work from '../work/work.module.css';

const EXAMPLE = `---
description: Reads a change and says what is wrong with it
role: code-reviewer
capacity: 1
---
You review code. Read what changed (git diff), run the tests, and look for mistakes, missing tests and unclear names.
Do not change files. Give back a short list of findings, the most important first, or say that it is good.
`;

/** Who can be called, how busy they are, and what waits for them. */
export function AgentList() {
  const { agentRuns, work: { messages }, sandbox } = useWorkspace();
  const openFile = useOpenFile();
  const agents = useStore(agentRuns.agents.store);
  const mail = useStore(messages.live);
  const calls = useCalls();
  const { problem, attempt } = useAttempt();
  if (agents?.length === 0) {
    return (
      <div className={work.empty}>
        <p>There are none yet. An agent is a file, <code>.agents/NAME/AGENT.md</code>: what it is for, its role, and how it works. Others call it, and it can take beads of its role from the board.</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={work.actions}>
          <Button onClick={() => void attempt(async () => {
            await sandbox.fs.mkdir('.agents/reviewer', { recursive: true });
            await sandbox.fs.writeFile('.agents/reviewer/AGENT.md', EXAMPLE);
            await openFile('.agents/reviewer/AGENT.md');
          })}>Add a reviewer</Button>
        </div>
      </div>
    );
  }
  return (
    <>
    {problem && <Notice tone="bad">{problem}</Notice>}
    <ul className={work.list} aria-label="Agents of the project">
      {agents?.map((agent) => {
        const own = calls.filter(({ target }) => target === agent.name);
        const unread = (mail ?? []).filter(({ to, read_at }) => to === agent.name && read_at === undefined).length;
        return (
          <li key={agent.name} className={`${work.item} ${agent.problem === undefined ? '' : work.wait}`} data-agent={agent.name}>
            <strong>{agent.name}</strong> <span className={work.meta}>{[agent.role, room(agent), ...counts(own, unread)].join(' · ')}</span>
            {agent.description !== '' && <p className={work.said}>{agent.description}</p>}
            {agent.problem !== undefined && <p className={work.said}>It cannot be called: {agent.problem}.</p>}
            <div className={work.actions}><Button onClick={() => void attempt(() => openFile(`.agents/${agent.name}/AGENT.md`))}>Open AGENT.md</Button></div>
          </li>
        );
      })}
    </ul>
    </>
  );
}

function room({ capacity, locks, problem }: ProjectAgent): string {
  if (problem !== undefined) return 'not in order';
  return capacity === 0 ? 'switched off' : `${capacity} at once${locks === undefined ? '' : `, ${locks} locks each`}`;
}

function counts(calls: readonly Call[], unread: number): string[] {
  const [running, waiting] = (['running', 'pending'] as const).map((state) => calls.filter((call) => call.state === state).length);
  return [
    ...(running ? [running === 1 ? '1 call runs' : `${running} calls run`] : []),
    ...(waiting ? [waiting === 1 ? '1 call waits' : `${waiting} calls wait`] : []),
    ...(unread > 0 ? [unread === 1 ? '1 unread message' : `${unread} unread messages`] : []),
  ];
}

/** Calls that have not ended, in all tabs; read again with each news of one. */
function useCalls(): readonly Call[] {
  const joined = useStore(useWorkspace().peers);
  const calls = joined.state === 'joined' ? joined.peers.calls : undefined;
  const [open, setOpen] = useState<readonly Call[]>([]);
  useEffect(() => {
    if (!calls) return;
    let shown = true;
    const read = (): void => void calls.list().then((all) => { if (shown) setOpen(all.filter((call) => !isOver(call))); }, () => undefined);
    read();
    const end = calls.subscribe(read);
    return () => {
      shown = false;
      end();
    };
  }, [calls]);
  return open;
}
