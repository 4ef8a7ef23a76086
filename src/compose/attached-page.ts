/** Another tab runs the project's sandbox: this page works on that one, and takes over when it is its turn. */
import { prefetchSandbox } from '../sandbox/boot.ts';
import type { AttachedSandbox } from '../sandbox/attached/attach-sandbox.ts';
import { findSeats, type Seat, type Seats } from '../sandbox/seat/find-seat.ts';
import { createSharedSandbox, type SharedSandbox } from '../sandbox/seat/shared-sandbox.ts';
import type { Meeting } from '../sandbox/seat/meeting.ts';
import type { Ownership } from '../sandbox/seat/door.ts';
import type { Workspace } from '../ui/app-model.ts';
import { ownPage } from './own-page.ts';
import { loadModels, SUPERSEDED_NOTE, type PageParts } from './page-parts.ts';

export interface AttachedPageHooks {
  /** The owner ended before this page had attached: it starts like a first one. */
  ownFirst(ownership: Ownership): Promise<void>;
  ready(workspace: Workspace): void;
}

/** Goes on for as long as the page does, or until it owns the project. @throws AppError when it can neither attach nor take over */
export async function attachedPage(parts: PageParts & { meeting: Meeting }, hooks: AttachedPageHooks): Promise<void> {
  const stop = new AbortController();
  try {
    await follow(parts, hooks, findSeats(parts.project.id, parts.meeting, stop.signal));
  } catch (error) {
    // Whoever cannot go on leaves the line for those who can.
    stop.abort();
    throw error;
  }
}

async function follow(parts: PageParts, { ownFirst, ready }: AttachedPageHooks, seats: Seats): Promise<void> {
  let seat: Seat = await seats.next();
  if (seat.role === 'own') return ownFirst(seat.ownership);
  const shared = createSharedSandbox({ sandbox: seat.sandbox, terminals: seat.sandbox.terminals });
  const workspace = await parts.open(shared, Promise.resolve());
  /** At once, also while the page is still being filled: what it reads meanwhile waits for the next owner. */
  const lost = async ({ gone }: AttachedSandbox): Promise<void> => {
    const reason = await gone;
    shared.lose();
    workspace.documents.ownerLost();
    workspace.tabs.lost(reason === 'silent');
  };
  let over = lost(seat.sandbox);
  workspace.tabs.attach(seat.sandbox);
  if (wasSuperseded()) workspace.tabs.returned();
  void workspace.session.restore(workspace, Promise.resolve());
  // An owner that goes in this moment must not hold up the one that follows it.
  void workspace.tree.open('').then(() => ready(workspace));
  void prefetchSandbox(parts.origin, parts.project.id).catch(() => undefined);
  for (;;) {
    await over;
    seat = await seats.next();
    if (seat.role === 'own') return takeOver(parts, seat.ownership, shared, workspace);
    shared.take({ sandbox: seat.sandbox, terminals: seat.sandbox.terminals });
    over = lost(seat.sandbox);
    workspace.tabs.attach(seat.sandbox);
  }
}

/** Whether this tab ran the project before it was loaded again. */
function wasSuperseded(): boolean {
  try {
    const note = sessionStorage.getItem(SUPERSEDED_NOTE);
    sessionStorage.removeItem(SUPERSEDED_NOTE);
    return note !== null;
  } catch {
    return false;
  }
}

async function takeOver(parts: PageParts, ownership: Ownership, shared: SharedSandbox, workspace: Workspace): Promise<void> {
  const opening = loadModels().then(({ openProject }) => openProject(parts.project));
  opening.catch(() => undefined);
  await ownPage(parts, ownership, { opening }, async (seated) => {
    shared.take(seated);
    return workspace;
  });
}
