/** A lock manager for the world of tests: every question, answer, letting go and taking away is a step of its own. */
import type { LockManagerPort } from '../../src/peers/lock-manager.ts';
import type { Peer, World } from './world.ts';

interface Held { name: string; peer: Peer; onStolen: () => void }
interface Waiter { name: string; peer: Peer; resolve: (free: boolean) => void }

export class WorldLocks {
  private held: Held[] = [];
  private waiters: Waiter[] = [];
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** What one peer sees of it. */
  of(peer: Peer): LockManagerPort {
    const { world } = this;
    return {
      hold: (name, onStolen) => world.ask(peer, () => {
        const one: Held = { name, peer, onStolen };
        this.held.push(one);
        return () => world.send(peer, () => this.letGo(one));
      }),
      held: () => world.ask(peer, () => ({
        locks: this.held.map((one) => ({ name: one.name, client: one.peer.session })),
        clients: new Map(world.peers.filter((one) => !one.dead).map((one) => [one.session, one.session])),
      })),
      steal: (name) => world.ask(peer, () => {
        const robbed = this.held.filter((one) => one.name === name);
        this.held = this.held.filter((one) => one.name !== name);
        for (const { peer: victim, onStolen } of robbed) world.deliver(victim, onStolen);
        this.passOn(name, peer);
      }),
      free: (name, ms) => new Promise((resolve) => {
        if (peer.dead) return;
        const waiter: Waiter = { name, peer, resolve };
        const late = world.after(ms, peer, () => {
          this.waiters = this.waiters.filter((one) => one !== waiter);
          resolve(false);
        });
        waiter.resolve = (free) => {
          late();
          resolve(free);
        };
        world.send(peer, () => {
          if (this.held.some((one) => one.name === name)) this.waiters.push(waiter);
          else this.answer(waiter);
        });
      }),
    };
  }

  died(peer: Peer): void {
    const names = this.held.filter((one) => one.peer === peer).map(({ name }) => name);
    this.held = this.held.filter((one) => one.peer !== peer);
    this.waiters = this.waiters.filter((one) => one.peer !== peer);
    for (const name of names) this.freed(name);
  }

  private letGo(one: Held): void {
    const at = this.held.indexOf(one);
    if (at < 0) return;
    this.held.splice(at, 1);
    this.freed(one.name);
  }

  private freed(name: string): void {
    if (this.waiters.length === 0 || this.held.some((one) => one.name === name)) return;
    const now = this.waiters.filter((one) => one.name === name);
    this.waiters = this.waiters.filter((one) => one.name !== name);
    for (const waiter of now) this.answer(waiter);
  }

  /** Who waited for a lock holds it for a moment. */
  private answer(waiter: Waiter): void {
    this.passOn(waiter.name, waiter.peer);
    this.world.deliver(waiter.peer, () => waiter.resolve(true));
  }

  private passOn(name: string, peer: Peer): void {
    const one: Held = { name, peer, onStolen: () => undefined };
    this.held.push(one);
    this.world.send(peer, () => this.letGo(one));
  }
}
