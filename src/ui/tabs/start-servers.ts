/** Starts the servers of a tab that ended again, in the one that took over, each in a terminal of its own; and shows their previews anew. Loaded when that happens. */
import { quote } from '../../sandbox/seat/command-line.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Previews } from '../preview/previews.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { LostServer } from './lost-servers.ts';
import type { WorkspaceTabs } from './workspace-tabs.ts';

export interface ServerParts {
  sandbox: Pick<Sandbox, 'fs' | 'on'>;
  previews: Previews;
  terminals: Pick<Terminals, 'open'>;
  tabs: WorkspaceTabs;
}

/** Also for those that another tab starts. */
export function followServer({ sandbox, previews, tabs }: Omit<ServerParts, 'terminals'>, { port }: LostServer): void {
  const stop = sandbox.on('server-ready', (ready) => {
    if (ready !== port) return;
    stop();
    tabs.setFate(port, 'started');
    // What the preview shows is the old server's last page.
    if (previews.store.getState().shown === port) previews.reload();
  });
}

/** Those that need no word of the person's. What the person looks at stays in front. */
export function startServers(parts: ServerParts, servers: readonly LostServer[]): void {
  /** Where one of these terminals installs packages: a second one would take away what the first has written. */
  const installing = new Set<string>();
  for (const server of servers.filter(({ fate }) => fate === 'starting')) {
    followServer(parts, server);
    if (!parts.tabs.startsAgain(server)) continue;
    void open(parts, server, { behind: true, first: !installing.has(server.folder) });
    if (server.packages) installing.add(server.folder);
  }
}

/** At a press. */
export function startServer(parts: ServerParts, server: LostServer): void {
  followServer(parts, server);
  parts.tabs.setFate(server.port, 'starting');
  void open(parts, server, { behind: false, first: true });
}

async function open({ sandbox, terminals }: ServerParts, { start, folder, packages }: LostServer, { behind, first }: { behind: boolean; first: boolean }): Promise<void> {
  if (!('line' in start)) return;
  const line = `${packages ? await installs(sandbox, folder, first) : ''}${start.line}`;
  // Without its folder nothing of it is run.
  await terminals.open({ command: folder === '' ? line : `cd ${quote(folder)} && { ${line}; }`, behind });
}

/** Installed packages are not in the durable copy; npm has them from its cache. What another package manager installed is left to the person: npm would write a lockfile of its own beside that one's. */
async function installs({ fs }: Pick<Sandbox, 'fs'>, folder: string, first: boolean): Promise<string> {
  const names = await fs.readdir(folder === '' ? '.' : folder).catch((): string[] => []);
  const locked = names.includes('package-lock.json');
  if (!locked && names.some((name) => ['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'].includes(name))) return '';
  // The note that npm writes when it has installed everything.
  if (!first) return 'until [ -e node_modules/.package-lock.json ]; do sleep 1; done; ';
  return locked ? 'npm ci; ' : 'npm install; ';
}
