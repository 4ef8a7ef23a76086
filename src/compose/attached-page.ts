/** Another tab runs the project's sandbox: this page works on that one, and takes over when it is its turn. */
import { prefetchSandbox } from '../sandbox/boot.ts';
import { findSeats, type Seat } from '../sandbox/seat/find-seat.ts';
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
export async function attachedPage(parts: PageParts & { meeting: Meeting }, { ownFirst, ready }: AttachedPageHooks): Promise<void> {
  const seats = findSeats(parts.project.id, parts.meeting, new AbortController().signal);
  let seat: Seat = await seats.next();
  if (seat.role === 'own') return ownFirst(seat.ownership);
  const shared = createSharedSandbox({ sandbox: seat.sandbox, terminals: seat.sandbox.terminals });
  const workspace = await parts.open(shared, Promise.resolve());
  workspace.tabs.attach(seat.sandbox);
  if (wasSuperseded()) workspace.tabs.returned();
  void workspace.session.restore(workspace, Promise.resolve());
  await workspace.tree.open('');
  ready(workspace);
  void prefetchSandbox(parts.origin).catch(() => undefined);
  for (;;) {
    const reason = await seat.sandbox.gone;
    shared.lose();
    workspace.tabs.lost(reason === 'silent');
    seat = await seats.next();
    if (seat.role === 'own') return takeOver(parts, seat.ownership, shared, workspace);
    shared.take({ sandbox: seat.sandbox, terminals: seat.sandbox.terminals });
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
