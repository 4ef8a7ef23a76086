/** The page of `calls.ts`: a tab with a runner whose agent answers at once, so that what is measured is the way to it. */
import { createAgents } from '../../src/agent/runner/agents.ts';
import { startRunner } from '../../src/agent/runner/runner.ts';
import { joinBrowserPeers } from '../../src/peers/browser/coordination.ts';
import { createPeers, type Peers } from '../../src/peers/peers.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { openWork } from '../../src/work/open-work.ts';

declare global {
  interface Window { callsPage: typeof callsPage }
}

const files = { agentFiles: async () => ({ skills: [], agents: [{ name: 'tester', head: '---\ncapacity: 20\n---\n' }] }), readText: async () => '', readRange: () => Promise.reject(new Error('no files')), writeText: async () => undefined };

const callsPage = {
  peers: undefined as unknown as Peers,
  began: 0,
  messages: 0,
  async join(project: string, limit: number): Promise<void> {
    const agents = createAgents(files);
    await agents.refresh();
    const peers = this.peers = createPeers(await joinBrowserPeers(project), { find: agents.find });
    peers.port.listen(() => { this.messages++; });
    startRunner(peers, {
      agents, work: openWork({ project }, files), sandbox: {} as Sandbox, limit: () => limit, visible: () => document.visibilityState === 'visible',
      model: async () => ({ provider: {} as never, dialect: 'native', system: 'tabloom', runAgent: async () => ({ reason: 'done', message: '', messages: [] }) }),
      onBegin: () => { this.began++; }, onEnd: () => undefined, onEvent: () => undefined, onPhase: () => undefined,
    });
  },
  /** Milliseconds from the call to the news that another tab has taken it. */
  async measure(count: number): Promise<number[]> {
    const { peers } = this;
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const run = peers.enter({ agent: 'boss', role: 'boss', task: 'measure' });
      const taken = new Map<string, number>();
      let wanted: string | undefined;
      await new Promise<void>((resolve, reject) => {
        const look = (): void => {
          const at = wanted === undefined ? undefined : taken.get(wanted);
          if (at === undefined) return;
          times.push(at - begun);
          unlisten();
          resolve();
        };
        const unlisten = peers.calls.subscribe(({ id, state }) => {
          if (id === undefined || state === 'pending' || taken.has(id)) return;
          taken.set(id, performance.now());
          look();
        });
        const begun = performance.now();
        run.calls.call(run, 'tester', `${n}`).then((sent) => {
          if ('rejected' in sent) throw new Error(sent.rejected);
          wanted = sent.call_id;
          look();
        }).catch(reject);
      });
      while ((await peers.calls.get(wanted!))?.state === 'running') await peers.port.sleep(20);
      await run.end();
    }
    return times;
  },
};

window.callsPage = callsPage;
