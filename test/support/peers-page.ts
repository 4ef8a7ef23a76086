/** The page of `peers-browser.ts`: one peer, with what it can do as plain functions for a test to call. */
import { joinBrowserPeers, type BrowserCoordination } from '../../src/peers/browser/coordination.ts';
import { createCalls, type CalledAgent, type Calls } from '../../src/peers/calls.ts';
import type { LockHolder } from '../../src/peers/lease-table.ts';
import { createLocks, type Acquired, type Locks } from '../../src/peers/locks.ts';
import { createPresence } from '../../src/peers/presence.ts';
import { createWaits, type Waits } from '../../src/peers/waits.ts';
import { contractPeer, type ContractPeer } from '../peers/contract-peer.ts';

declare global {
  interface Window { peersPage: typeof peersPage }
}

const agents: CalledAgent[] = [{ name: 'tester', capacity: 2 }, { name: 'writer', capacity: 1 }];

const peersPage = {
  port: undefined as unknown as BrowserCoordination,
  locks: undefined as unknown as Locks,
  calls: undefined as unknown as Calls,
  waits: undefined as unknown as Waits,
  heard: [] as string[],
  async join(project: string): Promise<string> {
    this.port = await joinBrowserPeers(project);
    this.locks = createLocks(this.port);
    this.calls = createCalls(this.port, { find: (name) => agents.find((agent) => agent.name === name) });
    this.waits = createWaits(this.port);
    this.port.listen((topic, body) => this.heard.push(`${topic} ${JSON.stringify(body)}`));
    return this.port.session;
  },
  contract: undefined as unknown as ContractPeer,
  /** One question of the contract suite. As JSON: what carries values in and out of pages drops some names. */
  async ask(name: keyof ContractPeer, args: string): Promise<string> {
    this.contract ??= contractPeer(this.port);
    return JSON.stringify({ value: await (this.contract[name] as (...args: unknown[]) => Promise<unknown>)(...JSON.parse(args) as unknown[]) });
  },
  holder(run: string): LockHolder {
    return { session: this.port.session, run: `${this.port.session}/${run}`, agent: run };
  },
  /** Shows itself to the others, as every tab of the app does. */
  present(): void {
    createPresence(this.port);
  },
  acquire(run: string, key: string, ttl: number): Promise<Acquired> {
    return this.locks.acquire(this.holder(run), key, ttl);
  },
};

window.peersPage = peersPage;
