/** Random trees of processes that spawn, share pipes, wait, exit and are killed at any moment: parents get each status once, and nothing is left behind. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DISPOSITION, SIG, WNOHANG } from '../../src/runtime/abi/constants.ts';
import { Reader } from '../../src/runtime/abi/codec.ts';
import { ERRNO } from '../../src/runtime/abi/errno.ts';
import { HEADER, PENDING, STATE } from '../../src/runtime/abi/mailbox.ts';
import type { ProcessRecord } from '../../src/runtime/kernel/process/process-record.ts';
import type { OpenFile } from '../../src/runtime/kernel/types.ts';
import { codeOf, TestKernel } from '../support/kernel-processes.ts';
import { SEED, SOAK } from '../support/sample.ts';

type Op =
  | { op: 'spawn' | 'spawn-leader' | 'spawn-piped' | 'wait' | 'wait-blocking'; who: number }
  | { op: 'exit'; who: number; code: number }
  | { op: 'kill' | 'kill-group'; who: number; target: number; signal: number }
  | { op: 'handle' | 'ignore'; who: number; signal: number };

const who = fc.nat(30);
const signal = fc.constantFrom(SIG.TERM, SIG.KILL, SIG.INT, SIG.HUP, SIG.USR1, SIG.CHLD);
const operation: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constantFrom('spawn' as const, 'spawn-leader' as const, 'spawn-piped' as const), who }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('wait' as const, 'wait-blocking' as const), who }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('exit' as const), who, code: fc.nat(255) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('kill' as const, 'kill-group' as const), who, target: who, signal }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('handle' as const, 'ignore' as const), who, signal: fc.constantFrom(SIG.TERM, SIG.INT, SIG.USR1) }) },
);

/** A process as it should be. */
interface Model { record: ProcessRecord; parent: Model | null; status: number | null; group: number; dispositions: Map<number, number>; waiting: boolean; interrupted: boolean }

/** One run: applies operations to the kernel and to the model. */
class Run {
  readonly k = new TestKernel({ ahead: { node: 0, shell: 0 } });
  readonly root: ProcessRecord;
  readonly all: Model[];
  readonly pipes: OpenFile[] = [];
  private readonly rootModel: Model;

  constructor() {
    this.root = this.k.terminalProcess().process;
    this.rootModel = this.model(this.root, null, this.root.pgid);
    this.all = [this.rootModel];
  }

  private model(record: ProcessRecord, parent: Model | null, group: number): Model {
    return { record, parent, status: null, group, dispositions: new Map(), waiting: false, interrupted: false };
  }

  private get live(): Model[] {
    return this.all.filter((m) => m.status === null);
  }

  private zombies(parent: Model): Model[] {
    return this.all.filter((m) => m.parent === parent && m.status !== null);
  }

  apply(op: Op): void {
    this.act(op);
    this.settle();
  }

  private act(op: Op): void {
    const { live } = this;
    const actor = live[op.who % live.length]!;
    switch (op.op) {
      case 'spawn': case 'spawn-leader': case 'spawn-piped': return this.spawn(actor, op.op);
      case 'exit': if (actor !== this.rootModel) {
        this.k.kernel.syscalls.exit(actor.record, op.code as never);
        this.gone(actor, op.code << 8);
      } return;
      case 'wait': return this.wait(actor);
      case 'wait-blocking': return this.waitBlocking(actor);
      case 'handle': case 'ignore': {
        const disposition = op.op === 'handle' ? DISPOSITION.HANDLE : DISPOSITION.IGNORE;
        this.k.call(actor.record, 'sigaction', op.signal, disposition);
        actor.dispositions.set(op.signal, disposition);
        return;
      }
      case 'kill': {
        const target = live[op.target % live.length]!;
        if (target !== this.rootModel) this.signalled([target], op.signal, () => this.k.call(actor.record, 'kill', target.record.pid, op.signal));
        return;
      }
      case 'kill-group': {
        const { group } = live[op.target % live.length]!;
        if (group !== this.rootModel.group) this.signalled(live.filter((m) => m.group === group), op.signal, () => this.k.call(actor.record, 'kill', -group, op.signal));
      }
    }
  }

  private spawn(actor: Model, how: 'spawn' | 'spawn-leader' | 'spawn-piped'): void {
    if (this.live.length > 40) return;
    // Children of the root lead groups of their own: the root itself must outlive the run.
    const leader = how === 'spawn-leader' || actor === this.rootModel;
    let fds = [0, 1, 2].map((fd) => (actor.record.fds.has(fd) ? fd : -1));
    if (how === 'spawn-piped') {
      const [reader, writer] = this.k.call(actor.record, 'pipe');
      this.pipes.push(actor.record.fds.get(reader), actor.record.fds.get(writer));
      fds = [reader, -1, -1];
    }
    const record = this.k.child(actor.record, { fds, ...(leader ? { pgid: 0 } : {}) });
    const child = this.model(record, actor, leader ? record.pid : actor.group);
    for (const [signal, disposition] of actor.dispositions) if (disposition === DISPOSITION.IGNORE) child.dispositions.set(signal, disposition);
    this.all.push(child);
  }

  private signalled(targets: Model[], signal: number, run: () => void): void {
    const dying = targets.filter((m) => signal === SIG.KILL || (signal !== SIG.CHLD && m.dispositions.get(signal) === undefined));
    // A handled signal ends a wait.
    for (const m of targets) m.interrupted = m.waiting && m.dispositions.get(signal) === DISPOSITION.HANDLE;
    run();
    for (const m of dying) this.gone(m, signal);
  }

  private gone(m: Model, status: number): void {
    m.status = status;
    m.waiting = false;
    expect(m.record.alive).toBe(false);
    expect(m.record.fds.numbers()).toEqual([]);
    for (const child of this.all) if (child.parent === m) child.parent = null;
  }

  /** A status is given once. */
  private reaped(parent: Model, [pid, status]: [number, number]): void {
    const child = this.zombies(parent).find((m) => m.record.pid === pid);
    expect(child, `${pid} is no ended child`).toBeDefined();
    expect(status).toBe(child!.status);
    child!.parent = null;
    expect(this.k.kernel.table.get(pid)).toBeUndefined();
  }

  private wait(actor: Model): void {
    if (actor.waiting) return;
    const children = this.all.filter((m) => m.parent === actor);
    if (children.length === 0) expect(codeOf(() => this.k.call(actor.record, 'waitpid', -1, WNOHANG))).toBe('ECHILD');
    else {
      const result = this.k.call(actor.record, 'waitpid', -1, WNOHANG);
      if (this.zombies(actor).length === 0) expect(result).toEqual([0, 0]);
      else this.reaped(actor, result);
    }
  }

  private waitBlocking(actor: Model): void {
    if (actor.waiting || this.zombies(actor).length > 0 || !this.all.some((m) => m.parent === actor)) return;
    const { header } = actor.record.mailbox;
    Atomics.store(header, HEADER.STATE, STATE.REQUEST);
    expect(this.k.kernel.syscalls.waitpid(actor.record, -1 as never, 0 as never)).toBe(PENDING);
    actor.waiting = true;
  }

  /** Looks who was answered: answers are written as soon as there is something to answer. */
  private settle(): void {
    for (const m of this.all) {
      if (!m.waiting) continue;
      const { header, bytes } = m.record.mailbox;
      const answered = Atomics.load(header, HEADER.STATE) === STATE.REPLY;
      expect(answered, `${m.record.pid} is answered`).toBe(m.interrupted || this.zombies(m).length > 0 || !this.all.some((child) => child.parent === m));
      if (!answered) continue;
      m.waiting = false;
      if (m.interrupted) expect(header[HEADER.ERRNO]).toBe(ERRNO.EINTR);
      else {
        expect(header[HEADER.ERRNO]).toBe(0);
        this.reaped(m, new Reader(bytes).value() as [number, number]);
      }
      m.interrupted = false;
    }
  }

  close(): void {
    this.k.kernel.signalSession(this.root.sid, SIG.KILL);
    expect([...this.k.kernel.processes.keys()]).toEqual([1]);
    expect(this.k.kernel.table.init.children.size).toBe(0);
    expect(this.k.workers.filter((worker) => !worker.terminated)).toEqual([]);
    expect(this.pipes.map((file) => file.refs)).toEqual(this.pipes.map(() => 0));
    this.k.close();
  }
}

it('parents get statuses, and nothing is left of processes, workers and pipes', () => {
  fc.assert(fc.property(fc.array(operation, { maxLength: 60 }), (ops) => {
    const run = new Run();
    for (const op of ops) run.apply(op);
    run.close();
  }), { seed: SEED, numRuns: SOAK ? 3000 : 150 });
}, SOAK ? 600_000 : 60_000);
