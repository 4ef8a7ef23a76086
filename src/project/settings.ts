/** What the person chose, kept in this browser. Keys of model services are not here (see `secrets.ts`). */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { systemNames } from '../agent/messages.ts';
import type { SystemName } from '../agent/messages.ts';

/** How long a run may be told to wait for a trigger that names no time itself. */
export const waitTimeouts = ['5m', '30m', '2h', '1d'] as const;

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  /** Which sandbox answers the client at the next start of the page. */
  engine: 'self-hosted' | 'stackblitz';
  /** How the model asks for tools: the service's own tool calls, or a JSON object in its text. */
  dialect: 'native' | 'json';
  /** Whose tool names, parameters and results the model works with. */
  system: SystemName;
  /** How long a run waits for a trigger when it does not say so itself. */
  waitTimeout: (typeof waitTimeouts)[number];
  baseUrl: string;
  model: string;
  rememberKey: boolean;
  /** Whether the service is used with a key: a tab that does not have it then runs no agents for others. */
  usesKey: boolean;
  /** Runs of the project's agents that a tab does at once, for calls and beads; 0 for none. */
  agentRuns: number;
  /** Lets a screen reader read the terminal; costs speed, so it is a choice. */
  terminalScreenReader: boolean;
  /** Before which addresses git servers are reached that do not allow pages; empty for none. */
  corsProxy: string;
  /** What others see this person called; empty for nothing. */
  personName: string;
  /** Origins whose pages may send webhooks to this one when it is shown inside of them; as written, by commas or spaces. */
  webhookOrigins: string;
  /** Address of a relay for webhooks; empty for none. */
  webhookRelay: string;
  /** Whether peers meet on a server besides this browser, and where; the server's password is among the secrets. */
  peersOnServer: boolean;
  peersServer: string;
  peersTeam: string;
  peersUser: string;
}

export const defaultSettings: Settings = {
  theme: 'system',
  engine: 'self-hosted',
  dialect: 'native',
  system: 'tabloom',
  waitTimeout: '30m',
  baseUrl: '',
  model: '',
  rememberKey: false,
  usesKey: false,
  agentRuns: 2,
  terminalScreenReader: false,
  corsProxy: '',
  personName: '',
  webhookOrigins: '',
  webhookRelay: '',
  peersOnServer: false,
  peersServer: '',
  peersTeam: '',
  peersUser: '',
};

const choices: { [Key in keyof Settings]?: readonly Settings[Key][] } = {
  theme: ['system', 'light', 'dark'],
  engine: ['self-hosted', 'stackblitz'],
  dialect: ['native', 'json'],
  system: systemNames,
  waitTimeout: waitTimeouts,
};
const STORAGE_KEY = 'tabloom.settings';

export type SettingsStore = StoreApi<Settings>;

/** Loads the settings and saves every change. Where storage is refused they last as long as the page. */
export function createSettings(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = localStorageOrNone()): SettingsStore {
  const store = createStore<Settings>(() => ({ ...defaultSettings, ...readSaved(storage) }));
  let told = false;
  store.subscribe((settings) => {
    // A tab with an older version of the page knows fewer settings: the two would go on correcting each other.
    if (told) return;
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify(settings));
    } catch {
      // Full or refused storage must not break the page; the choice then lasts until the reload.
    }
  });
  // What is chosen in one tab holds in all: else the next choice in another would undo it.
  globalThis.addEventListener?.('storage', ({ key, storageArea }) => {
    if (key !== STORAGE_KEY || storageArea !== storage) return;
    told = true;
    store.setState(readSaved(storage));
    told = false;
  });
  return store;
}

/** Only known names with values of the right kind: an older or hand-edited record cannot put the page into an impossible state. */
function readSaved(storage: Pick<Storage, 'getItem'> | undefined): Partial<Settings> {
  let saved: unknown;
  try {
    saved = JSON.parse(storage?.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
  if (typeof saved !== 'object' || saved === null) return {};
  const known = Object.entries(saved).filter(([name, value]) => {
    if (!(name in defaultSettings)) return false;
    const key = name as keyof Settings;
    const allowed: readonly unknown[] | undefined = choices[key];
    return allowed ? allowed.includes(value) : typeof value === typeof defaultSettings[key];
  });
  return Object.fromEntries(known);
}

function localStorageOrNone(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
