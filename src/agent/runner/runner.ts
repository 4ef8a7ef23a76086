/**
 * Runs agents of the project in this tab: takes their calls, and ready beads where that is switched on, as long as there is room here and a
 * place of the agent is free. Every tab has one, and none is special; who gets what, the records decide.
 */
import { AppError } from '../../shared/errors.ts';
import type { Peers } from '../../peers/peers.ts';
import { delayOf } from '../../peers/turn-order.ts';
import type { Bead } from '../../work/beads/bead.ts';
import { byUrgency, isReadyFor } from '../../work/beads/dispatch.ts';
import type { Work } from '../../work/open-work.ts';
import type { ProjectAgent } from './agents.ts';
import { createDispatchControl, type DispatchControl } from './dispatch-control.ts';
import { beadJob, callJob, type Job } from './job.ts';
import { runJob, type RunningParts, type RunningPlace } from './running.ts';

export interface RunnerOptions extends Omit<RunningParts, 'peers' | 'work' | 'onServiceFailed'> {
  work: Work;
  /** Runs at once in this tab; 0 where there is no model. Asked anew each time. */
  limit(): number;
  visible(): boolean;
  onBegin(job: Job): void;
  onEnd(run: string, ended: { good: boolean; message: string }): void;
}

export interface Runner {
  readonly dispatch: DispatchControl;
  /** Something changed that this tab's room depends on: its model, its limit, who looks at it. */
  changed(): void;
  /** By the person. */
  stop(run: string): void;
  stopAll(): void;
  close(): void;
}

/** Looked at without news this often: the channel may lose some. */
const LOOK_MS = 10_000;
/** What peers left behind that are gone is cleared away this often, and when one of them ends. */
const SWEEP_MS = 30_000;
const LEFT = 'This tab has left the others that it worked with.';
/** When the model's service has failed no bead is taken for this long: its run would only fail, too, and so on through the whole board. */
const REST_MS = 60_000;
/** A run that waits for a place looks this often without news. */
const AGAIN_MS = 2_000;

interface Running {
  job: Job;
  controller: AbortController;
  /** It holds no place while it waits. */
  placed: boolean;
  /** Its model's service failed before it began to answer. */
  unasked: boolean;
}

export function startRunner(peers: Peers, options: RunnerOptions): Runner {
  const { work, agents } = options;
  const { calls, port, presence } = peers;
  const closing = new AbortController();
  const dispatch = createDispatchControl(port);
  const running = new Map<string, Running>();
  /** Runs of this tab whose wait is over. They come before new ones. */
  let parked = 0;
  let restUntil = 0;
  let wake = new AbortController();
  /** Calls that are known to wait, by what was told of them. */
  const waiting = new Map<string, string>();
  /** What an agent saw of the beads when none of them could be had after all: the next try is for what changes then, or all tabs would try without end. */
  const passed = new Map<string, readonly Bead[] | undefined>();
  let looking = false;
  let again = false;
  let due = Infinity;
  let turn = new AbortController();
  /** Something happened that nobody tells of: to be looked at, whatever is known. */
  let blind = true;

  const placed = (): number => [...running.values()].filter((one) => one.placed).length;
  const room = (): number => Math.max(0, options.limit() - placed() - parked);

  function describe(): void {
    const [free, visible] = [closing.signal.aborted ? 0 : room(), options.visible()];
    const { own } = presence.store.getState();
    if (own.free !== free || own.visible !== visible) presence.describe({ free, visible });
  }

  /**
   * Runs that take room in this tab: not those that wait for the agents that they called, else these could never begin or go on, and both would wait
   * for ever. Counted at the end, without a pause: whoever finds room takes it at once.
   */
  async function crowd(): Promise<number> {
    const waits = new Set<string>();
    for (const run of [...running.keys()]) if (await calls.waits(run)) waits.add(run);
    return [...running.values()].filter((one) => one.placed && !waits.has(one.job.run)).length;
  }

  async function look(): Promise<void> {
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    try {
      do {
        again = false;
        if (options.limit() === 0 || closing.signal.aborted) break;
        const all = blind;
        blind = false;
        for (const agent of agents.store.getState() ?? []) if (agent.capacity > 0) await takeFor(agent, all);
      } while (again);
    } catch {
      // The browser's storage failed: looked at again with the next news.
    } finally {
      looking = false;
    }
  }

  /** The call of that agent that waits longest, by what was told. */
  const firstFor = (agent: string): string | undefined => [...waiting].find(([, target]) => target === agent)?.[0];

  /** @param all also what nobody has told of */
  async function takeFor(agent: ProjectAgent, all: boolean): Promise<void> {
    while (!closing.signal.aborted && (room() > 0 || await crowd() < options.limit())) {
      const run = crypto.randomUUID();
      const likely = firstFor(agent.name);
      if (likely === undefined && !all) break;
      const call = await calls.take(agent, run, likely);
      if (!call) {
        // The news that it was taken may have come before the news of it.
        if (likely !== undefined && (await calls.get(likely))?.state !== 'pending') waiting.delete(likely);
        break;
      }
      begin(callJob(call, agent, run, calls));
    }
    while (!closing.signal.aborted && room() > 0) {
      const job = await takeBead(agent);
      if (!job) return;
      begin(job);
    }
  }

  async function takeBead(agent: ProjectAgent): Promise<Job | undefined> {
    const { on, left } = dispatch.store.getState();
    if (!on || left === 0 || port.now() < restUntil || await calls.paused() || !readyBead(agent)) return undefined;
    const seen = work.beads.live.getState();
    const run = crypto.randomUUID();
    const place = `run-${run}`;
    const leave = (): Promise<void> => calls.leavePlace(agent.name, place);
    if (!(await calls.takePlace(agent, place))) return undefined;
    try {
      if (await dispatch.spend()) {
        const bead = await work.beads.claim(agent, { session: port.session, run });
        if (bead) return beadJob(bead, agent, run, place, work.beads, leave);
        passed.set(agent.name, seen);
        await dispatch.giveBack();
      }
    } catch (error) {
      await leave();
      throw error;
    }
    await leave();
    return undefined;
  }

  const readyBead = (agent: ProjectAgent) => (passed.get(agent.name) === work.beads.live.getState() ? [] : work.beads.live.getState() ?? []).filter((bead) => isReadyFor(bead, agent)).sort(byUrgency)[0];

  function begin(job: Job): void {
    const one: Running = { job, controller: new AbortController(), placed: true, unasked: false };
    running.set(job.run, one);
    describe();
    options.onBegin(job);
    // Taken while the runner was being closed.
    if (closing.signal.aborted) one.controller.abort(new AppError('aborted', LEFT));
    const place: RunningPlace = {
      async leave() {
        one.placed = false;
        describe();
        await calls.leavePlace(job.agent.name, job.place);
        schedule(0);
      },
      async takeAgain(signal) {
        // What happens while it looks is news, too. A storage that fails is asked again: what the run was resumed with is in no record any more, and would be lost.
        for (let since = wake.signal; !(await calls.takePlace(job.agent, job.place, true).catch(() => false)); since = wake.signal) await news(signal, since);
        parked++;
        try {
          for (let since = wake.signal; options.limit() > 0 && await crowd().catch(() => Infinity) >= options.limit(); since = wake.signal) await news(signal, since);
          one.placed = true;
        } finally {
          parked--;
        }
        describe();
      },
    };
    const onServiceFailed = (unasked: boolean): void => {
      one.unasked = unasked;
      restUntil = port.now() + REST_MS;
    };
    void runJob(job, { ...options, peers, onServiceFailed }, place, one.controller.signal).then(async (ended) => {
      // A run that was stopped while it waited may have asked for a place since.
      await calls.leavePlace(job.agent.name, job.place).catch(() => undefined);
      if (one.unasked && job.source.kind === 'bead') await dispatch.giveBack().catch(() => undefined);
      running.delete(job.run);
      describe();
      options.onEnd(job.run, ended);
      stir();
      schedule(0);
    });
  }

  /** Until something has happened, or a while. @throws AppError `aborted` */
  async function news(signal: AbortSignal, since: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, since]);
    await port.sleep(AGAIN_MS, either).catch((error: unknown) => { if (!either.aborted) throw error; });
    if (signal.aborted) throw signal.reason instanceof AppError ? signal.reason : new AppError('aborted', 'Stopped.');
  }

  function stir(): void {
    const before = wake;
    wake = new AbortController();
    before.abort();
  }

  /** Stops what nobody wants any more. @param place only the run of that place */
  async function review(place?: string): Promise<void> {
    for (const { job, controller } of [...running.values()]) {
      if (place !== undefined && job.place !== place) continue;
      const why = await job.unwanted().catch(() => undefined);
      if (why !== undefined) controller.abort(new AppError('aborted', why));
    }
  }

  function schedule(ms: number): void {
    const at = port.now() + ms;
    if (closing.signal.aborted || at >= due) return;
    due = at;
    turn.abort();
    turn = new AbortController();
    void (ms === 0 ? Promise.resolve() : port.sleep(ms, turn.signal)).then(() => {
      // An earlier one may have taken this one's turn.
      if (due !== at) return;
      due = Infinity;
      // Others were quicker: twenty tabs that all go and see would only be in each other's way.
      if (!blind && !anythingFor(() => true)) return undefined;
      return look();
    }).catch(() => undefined);
  }

  const forgo = (): void => {
    due = Infinity;
    turn.abort();
  };

  const anythingFor = (fits: (agent: string) => boolean): boolean => [...waiting.values()].some(fits)
    || (dispatch.store.getState().on && (agents.store.getState() ?? []).some((agent) => fits(agent.name) && readyBead(agent) !== undefined));

  /** Each tab in its turn. @param known what is told of says that there is something to do; else somebody has to go and see */
  const inTurn = (what: string, known = false): void => {
    if (!known) blind = true;
    if (options.limit() === 0) return;
    const told = presence.told();
    const free = room();
    // By what the others know of this tab, not by what became of it since: else they leave it the first turn and it leaves them theirs, and nobody tries.
    schedule(delayOf({ session: port.session, free: Math.min(free, 1) * told.free || free, visible: told.visible }, presence.store.getState().others, what));
  };

  async function sweep(): Promise<void> {
    const gone = new Map<string, boolean>();
    for (const bead of await work.beads.list()) {
      const session = bead.claim?.session;
      if (session === undefined || session === port.session) continue;
      if (!gone.has(session)) gone.set(session, !(await port.alive(session)));
      if (gone.get(session)) await work.beads.release(bead.id, bead.claim!.run, `The tab that ran ${bead.claim!.agent} is gone.`, { id: 'clock', role: 'clock' });
    }
    await calls.sweep();
    await peers.sweep();
    const before = [...waiting.keys()];
    // What was called before this tab was here, or was told of and lost.
    const open = (await calls.list()).filter(({ state }) => state === 'pending');
    for (const id of before) if (!open.some((call) => call.id === id)) waiting.delete(id);
    for (const { id, target } of open) waiting.set(id, target);
  }
  const tidy = (): void => void sweep().catch(() => undefined);

  async function every(ms: number, work_: () => void): Promise<void> {
    for (;;) {
      // Not all tabs in the same moment.
      await port.sleep(ms * (0.8 + Math.random() * 0.4), closing.signal);
      work_();
    }
  }

  const ends = [
    calls.subscribe(({ id, target, state }) => {
      stir();
      if (id !== undefined && target !== undefined && state === 'pending') waiting.set(id, target);
      else if (id !== undefined) {
        waiting.delete(id);
        // A turn that was for it alone is nobody's: used for the next call it would come before those whose turn that is.
        if (!blind && !anythingFor(() => true)) forgo();
      }
      if (state === 'over') void review(id);
      if (target === undefined) inTurn('all');
      // The turns are those of the call that comes next, also when it is a place that is told of: another order would let two try at once.
      else if ((id === undefined || state === 'pending') && anythingFor((name) => name === target)) inTurn(id ?? firstFor(target) ?? target, true);
    }),
    work.beads.live.subscribe(() => {
      if (running.size > 0) void review();
      const next = dispatch.store.getState().on ? (agents.store.getState() ?? []).flatMap((agent) => readyBead(agent) ?? [])[0] : undefined;
      if (next) inTurn(next.id, true);
    }),
    dispatch.store.subscribe(({ on }) => { if (on) inTurn('dispatch'); }),
    agents.store.subscribe(() => inTurn('agents')),
    presence.store.subscribe(({ others }, before) => {
      const here = new Set(others.map(({ session }) => session));
      if (before.others.some(({ session }) => !here.has(session))) tidy();
    }),
  ];
  void every(LOOK_MS, () => {
    stir();
    if (running.size > 0) void review();
    inTurn('clock');
  }).catch(() => undefined);
  void every(SWEEP_MS, tidy).catch(() => undefined);
  describe();
  tidy();
  inTurn('start');

  const stopAll = (why: string): void => { for (const { controller } of running.values()) controller.abort(new AppError('aborted', why)); };
  return {
    dispatch,
    changed() {
      restUntil = 0;
      describe();
      stir();
      inTurn('changed');
    },
    stop: (run) => running.get(run)?.controller.abort(new AppError('aborted', 'Stopped by the person.')),
    stopAll: () => stopAll('Stopped by the person.'),
    close() {
      closing.abort();
      forgo();
      for (const end of ends) end();
      dispatch.close();
      stopAll(LEFT);
      describe();
    },
  };
}
