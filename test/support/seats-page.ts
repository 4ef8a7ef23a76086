/** The page of the takeover storm: a tab of a project with everything but the engine. What its owner is asked to write goes straight into the durable copy, and is confirmed when it is there. */
import { createStore } from 'zustand/vanilla';
import { openDurableFs } from '../../src/project/durable-fs.ts';
import { serveSandbox } from '../../src/sandbox/attached/serve-sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { tryToOwn, type Ownership } from '../../src/sandbox/seat/door.ts';
import { findSeats } from '../../src/sandbox/seat/find-seat.ts';
import { meetTabs, type Meeting } from '../../src/sandbox/seat/meeting.ts';
import { serveProject } from '../../src/sandbox/seat/serve-project.ts';
import { createSharedSandbox, type SeatedSandbox, type SharedSandbox } from '../../src/sandbox/seat/shared-sandbox.ts';
import { createTerminalHub } from '../../src/sandbox/terminal-hub.ts';
import { AppError } from '../../src/shared/errors.ts';

declare global {
  interface Window { seatsPage: typeof seatsPage }
}

const seatsPage = {
  role: 'starting' as 'starting' | 'own' | 'attached' | 'changing' | 'superseded',
  epoch: 0,
  shared: undefined as SharedSandbox | undefined,

  async join(project: string): Promise<void> {
    const meeting = (await meetTabs(project))!;
    const first = await tryToOwn(project);
    if (first) return this.take(await this.own(project, meeting, first), 'own');
    const seats = findSeats(project, meeting, new AbortController().signal);
    const follow = async (): Promise<void> => {
      for (;;) {
        const seat = await seats.next();
        if (seat.role === 'own') return this.take(await this.own(project, meeting, seat.ownership), 'own');
        this.epoch = seat.sandbox.epoch;
        this.take({ sandbox: seat.sandbox, terminals: seat.sandbox.terminals }, 'attached');
        joined();
        await seat.sandbox.gone;
        this.role = 'changing';
        this.shared!.lose();
      }
    };
    let joined!: () => void;
    const attached = new Promise<void>((resolve) => { joined = resolve; });
    await Promise.race([attached, follow()]);
  },
  take(seated: SeatedSandbox, role: 'own' | 'attached'): void {
    if (this.shared) this.shared.take(seated);
    else this.shared = createSharedSandbox(seated);
    this.role = role;
  },
  async own(project: string, meeting: Meeting, ownership: Ownership): Promise<SeatedSandbox> {
    const stop = (): void => {
      if (this.role === 'superseded') return;
      this.role = 'superseded';
      service.close('Another tab runs this project now.');
    };
    const service = serveProject(meeting, stop);
    void ownership.lost.then(stop);
    const durable = openDurableFs(project);
    await durable.exists();
    await durable.load();
    const epoch = this.epoch = await durable.claim();
    let last: Promise<unknown> = Promise.resolve();
    const sandbox = {
      workdir: '/home/p', path: '', env: { PATH: '', HISTFILE: '' }, on: () => () => undefined, teardown: () => undefined, spawn: async () => { throw new Error('no programs here'); },
      fs: {
        writeFile(path: string, text: string): Promise<void> {
          const turn = last.then(async () => {
            await durable.writeFile(path, new TextEncoder().encode(text));
            await durable.commit();
          });
          last = turn.catch(() => undefined);
          return turn;
        },
      },
    } as unknown as Sandbox;
    const terminals = createTerminalHub(sandbox);
    service.announce(epoch);
    service.serve(async () => serveSandbox(sandbox, { epoch, terminals, ports: new Map(), states: { none: createStore(() => null) }, asks: {} }));
    return { sandbox, terminals: terminals.of(meeting.tab) };
  },
  /** Writes a file through whoever owns the project. @returns `ok` when it is confirmed, else the error's code */
  async write(path: string): Promise<string> {
    try {
      await this.shared!.fs.writeFile(path, path);
      return 'ok';
    } catch (error) {
      return AppError.from(error).code;
    }
  },
  /** What the durable copy holds. */
  async stored(project: string): Promise<string[]> {
    const durable = openDurableFs(project);
    await durable.exists();
    await durable.load();
    return durable.list('');
  },
};
window.seatsPage = seatsPage;
