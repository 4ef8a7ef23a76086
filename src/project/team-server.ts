/** The server on which peers of several machines meet, as the person set it; off by default. */
import type { NatsPeersOptions } from '../peers/nats/coordination.ts';
import type { SecretStore } from './secrets.ts';
import type { SettingsStore } from './settings.ts';

/** The name of the server's password among the secrets. */
export const PEERS_PASSWORD = 'peers-password';

export interface TeamServer {
  /** Undefined when this browser's tabs are enough. */
  read(): Promise<Omit<NatsPeersOptions, 'project'> | undefined>;
  /** Told when something else is to be joined than before. */
  subscribe(listener: () => void): () => void;
}

export function createTeamServer(settings: SettingsStore, secrets: Pick<SecretStore, 'get'>): TeamServer {
  return {
    async read() {
      const { peersOnServer, peersServer, peersTeam, peersUser } = settings.getState();
      if (!peersOnServer) return undefined;
      return { address: peersServer, team: peersTeam, user: peersUser || undefined, password: await secrets.get(PEERS_PASSWORD) };
    },
    subscribe: (listener) => settings.subscribe((now, before) => {
      if ((['peersOnServer', 'peersServer', 'peersTeam', 'peersUser'] as const).some((name) => now[name] !== before[name])) listener();
    }),
  };
}
