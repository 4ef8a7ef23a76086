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
  for (const server of servers.filter(({ fate }) => fate === 'starting')) {
    followServer(parts, server);
    if (parts.tabs.startsAgain(server)) void open(parts, server, true);
  }
}

/** At a press. */
export function startServer(parts: ServerParts, server: LostServer): void {
  followServer(parts, server);
  parts.tabs.setFate(server.port, 'starting');
  void open(parts, server, false);
}

async function open({ sandbox, terminals }: ServerParts, { start, folder, packages }: LostServer, behind: boolean): Promise<void> {
  if (!('line' in start)) return;
  const install = packages ? `${await installs(sandbox, folder)}; ` : '';
  await terminals.open({ command: `${folder === '' ? '' : `cd ${quote(folder)} && `}${install}${start.line}`, behind });
}

/** Installed packages are not in the durable copy; npm has them from its cache. */
async function installs({ fs }: Pick<Sandbox, 'fs'>, folder: string): Promise<string> {
  const names = await fs.readdir(folder === '' ? '.' : folder).catch((): string[] => []);
  return names.includes('package-lock.json') ? 'npm ci' : 'npm install';
}
