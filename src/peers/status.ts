/** What the peers view shows, as one value: for `tabloom status` in the sandbox's shell (the third document's dashboard of statuses). */
import { isOver } from './call-record.ts';
import type { Peers } from './peers.ts';
import type { PresenceState } from './presence.ts';
import { describeFilter } from './trigger.ts';
import type { PeersStatus } from '../shared/peers-status.ts';

/** Calls that are over and still told; what goes on now is told in full. */
const MAX_OVER = 20;
const GONE = 'a tab that is gone';

export async function readStatus({ port, presence, locks, calls, waits }: Pick<Peers, 'port' | 'presence' | 'locks' | 'calls' | 'waits'>): Promise<PeersStatus> {
  const [held, called, waiting, paused] = await Promise.all([locks.list(), calls.list(), waits.list(), calls.paused()]);
  const state = presence.store.getState();
  const tabs = tabNames(state);
  const tab = (session: string): string => tabs.get(session) ?? GONE;
  const here = [state.own, ...state.others].sort(byArrival);
  const over = called.filter(isOver).sort((a, b) => (b.ended ?? 0) - (a.ended ?? 0)).slice(0, MAX_OVER);
  const shown = new Set([...called.filter((call) => !isOver(call)), ...over]);
  return {
    now: port.now(), alone: null, paused,
    tabs: here.map(({ session, owner, since }) => ({ name: tab(session), owner, since, silent: state.silent.has(session) })),
    runs: here.flatMap(({ session, runs }) => runs.map(({ run, agent, state: doing, status, since }) => ({ run, agent, state: doing, status, tab: tab(session), since }))),
    locks: held.map(({ key, holder, fence, expires }) => ({ key, agent: holder.agent, run: holder.run, tab: tab(holder.session), fence, expires })),
    calls: called.filter((call) => shown.has(call)).sort((a, b) => a.created - b.created)
      .map(({ id, caller, target, state: stage, runner, created, ended }) => ({ id, caller: caller.agent, target, state: stage, tab: runner && tab(runner.session), created, ended })),
    waits: waiting.flatMap(({ agent, waiters }) => waiters.map(({ run, session, filter, until }) => ({ agent, run, waits_for: describeFilter(filter), tab: tab(session), until }))),
  };
}

type Arrival = { since: number; session: string };
const byArrival = (a: Arrival, b: Arrival): number => a.since - b.since || (a.session < b.session ? -1 : 1);

/** By session. No tab is "this one": a terminal can be shown by all of them. */
function tabNames({ own, others }: PresenceState): Map<string, string> {
  return new Map([own, ...others].sort(byArrival).map(({ session, name }, index) => [session, name === '' ? `tab ${index + 1}` : `${name} (tab ${index + 1})`]));
}
