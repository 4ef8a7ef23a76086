/** This tab owns its project: it runs the sandbox and serves it to the other tabs. */
import type { ProgramWatch } from '../sandbox/seat/running-programs.ts';
import { serveProject, type ProjectService } from '../sandbox/seat/serve-project.ts';
import type { Ownership } from '../sandbox/seat/door.ts';
import type { SeatedSandbox } from '../sandbox/seat/shared-sandbox.ts';
import type { TerminalHub } from '../sandbox/terminal-hub.ts';
import type { Workspace } from '../ui/app-model.ts';
import { bootOwn, type OwnSandbox, type OwnSandboxOptions } from './own-sandbox.ts';
import { loadModels, SUPERSEDED_NOTE, type PageParts } from './page-parts.ts';

/**
 * @param use is given the sandbox as soon as it has its files, and answers with the page's models
 * @returns resolves when the tools have started too. @throws AppError `boot_failed`, `project_unreadable`; the project is free for other tabs then
 */
export async function ownPage({ project, origin, meeting }: PageParts, ownership: Ownership, options: Omit<OwnSandboxOptions, 'origin'>, use: (seated: SeatedSandbox, own: OwnSandbox) => Promise<Workspace>): Promise<void> {
  let stop = (): void => undefined;
  const service = meeting && serveProject(meeting, () => stop());
  try {
    await bootOwn(project, { ...options, origin }, async (own) => {
      const { createTerminalHub } = await loadModels();
      let programs: ProgramWatch | undefined;
      const terminals = createTerminalHub(own.sandbox, () => programs?.look());
      const workspace = await use({ sandbox: own.sandbox, terminals: terminals.of(meeting?.tab ?? 'this') }, own);
      stop = once(() => {
        service?.close('Another tab runs this project now.');
        programs?.close();
        giveUp(workspace, own);
      });
      void ownership.lost.then(stop);
      workspace.tabs.own({ durable: own.opened.durable, tools: own.tools, prepared: own.prepared });
      if (service) void offer(service, own, workspace, terminals, (watch) => { programs = watch; });
    });
  } catch (error) {
    service?.close('The sandbox did not start in the tab that ran it.');
    ownership.release();
    throw error;
  }
}

/** @param watching is given what notes the running programs, once there is another tab to be told */
async function offer(service: ProjectService, own: OwnSandbox, workspace: Workspace, terminals: TerminalHub, watching: (programs: ProgramWatch) => void): Promise<void> {
  // Without a durable copy there is nothing that an earlier owner could write over; time only tells the later owner.
  const epoch = await (own.opened.durable?.claim().catch(() => undefined)) ?? Date.now();
  service.announce(epoch);
  service.serve(async () => {
    const [{ serveSandbox }, { watchPrograms }] = await Promise.all([import('../sandbox/attached/serve-sandbox.ts'), import('../sandbox/seat/running-programs.ts')]);
    const programs = watchPrograms(own.sandbox, workspace.tabs.running, () => server.count > 0, (one) => workspace.tabs.wasStartedAgain(one));
    const server = serveSandbox(own.sandbox, { epoch, terminals, ports: own.ports, attached: () => programs.look(), ...workspace.tabs.published });
    // A server is what a person misses most: it is noted before its tab can be closed.
    own.sandbox.on('port', () => programs.look(true));
    watching(programs);
    return server;
  });
}

/** Another tab took over while this one did not answer. Loaded again, this one attaches like everybody else. */
function giveUp(workspace: Workspace, own: OwnSandbox): void {
  const unsaved = workspace.documents.store.getState().open.some(({ text, diskText }) => text !== diskText);
  workspace.tabs.superseded(unsaved);
  own.sandbox.teardown();
  try {
    sessionStorage.setItem(SUPERSEDED_NOTE, '1');
  } catch { /* then the reload is not explained */ }
  // Text that is not saved is the person's to decide about.
  if (!unsaved) location.reload();
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
