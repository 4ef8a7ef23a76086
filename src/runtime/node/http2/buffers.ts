/** The arrays that Node's library and its HTTP/2 binding pass numbers in (`internal/http2/util`). */
import type { Internal } from '../runtime.ts';
import type { H2Session, SessionOptions } from './h2-session.ts';
import { type Entry, SETTING, type Settings } from './settings.ts';
import { settingsPayload } from './frames.ts';

/** Settings by their place in the array; their flags are bits of the same number. */
const PLACES = [SETTING.HEADER_TABLE_SIZE, SETTING.ENABLE_PUSH, SETTING.INITIAL_WINDOW_SIZE, SETTING.MAX_FRAME_SIZE, SETTING.MAX_CONCURRENT_STREAMS, SETTING.MAX_HEADER_LIST_SIZE, SETTING.ENABLE_CONNECT_PROTOCOL] as const;
const FLAGS = PLACES.length;
const CUSTOM = FLAGS + 1;
/** Of the options: places and bits. */
const OPTION = { MAX_RESERVED: 1, MAX_HEADER_BLOCK: 2, PEER_MAX_CONCURRENT: 3, PADDING: 4, MAX_HEADER_PAIRS: 5, MAX_PINGS: 6, MAX_OUTSTANDING_SETTINGS: 7, MAX_SETTINGS_ENTRIES: 9, LENIENT_SPACE: 12, FLAGS: 13 } as const;

export const settingsPlaces = { FLAGS, CUSTOM };

/** Settings the program has chosen, in the order nghttp2 sends them. */
export function chosenSettings(buffer: Uint32Array): Entry[] {
  const entries: Entry[] = [];
  for (const [place, id] of PLACES.entries()) if (buffer[FLAGS]! & 1 << place) entries.push([id, buffer[place]!]);
  for (let i = 0; i < buffer[CUSTOM]!; i++) entries.push([buffer[CUSTOM + 1 + 2 * i]! & 0xffff, buffer[CUSTOM + 2 + 2 * i]!]);
  return entries;
}

export function packSettings(buffer: Uint32Array): Uint8Array {
  return settingsPayload(chosenSettings(buffer));
}

export function fillSettings(buffer: Uint32Array, settings: Settings, custom: number[]): void {
  for (const [place, id] of PLACES.entries()) buffer[place] = settings.get(id);
  const known = custom.filter((id) => settings.has(id));
  buffer[CUSTOM] = known.length;
  for (const [i, id] of known.entries()) {
    buffer[CUSTOM + 1 + 2 * i] = id;
    buffer[CUSTOM + 2 + 2 * i] = settings.get(id);
  }
}

/** What `http2.getDefaultSettings()` shows. */
export function fillDefaults(buffer: Uint32Array, constants: Internal): void {
  const values = [
    constants.DEFAULT_SETTINGS_HEADER_TABLE_SIZE, constants.DEFAULT_SETTINGS_ENABLE_PUSH, constants.DEFAULT_SETTINGS_INITIAL_WINDOW_SIZE, constants.DEFAULT_SETTINGS_MAX_FRAME_SIZE,
    constants.DEFAULT_SETTINGS_MAX_CONCURRENT_STREAMS, constants.DEFAULT_SETTINGS_MAX_HEADER_LIST_SIZE, constants.DEFAULT_SETTINGS_ENABLE_CONNECT_PROTOCOL,
  ] as number[];
  for (const [place, value] of values.entries()) buffer[place] = value;
  buffer[FLAGS] = (1 << PLACES.length) - 1;
  buffer[CUSTOM] = 0;
}

/** Options of a new session, and bounds of what may be outstanding. */
export function readOptions(options: Uint32Array, settings: Uint32Array, isServer: boolean): SessionOptions & { maxPings: number; maxSettings: number } {
  const option = (place: number, otherwise: number): number => (options[OPTION.FLAGS]! & 1 << place ? options[place]! : otherwise);
  const custom: number[] = [];
  for (let i = 0; i < settings[CUSTOM]!; i++) custom.push(settings[CUSTOM + 1 + 2 * i]! & 0xffff);
  return {
    maxHeaderPairs: Math.max(isServer ? 4 : 1, option(OPTION.MAX_HEADER_PAIRS, 128)), peerMaxConcurrent: option(OPTION.PEER_MAX_CONCURRENT, 100),
    remoteCustomSettings: custom, maxPings: option(OPTION.MAX_PINGS, 10), maxSettings: option(OPTION.MAX_OUTSTANDING_SETTINGS, 10),
    maxReserved: option(OPTION.MAX_RESERVED, 200), maxHeaderBlock: option(OPTION.MAX_HEADER_BLOCK, 65536), maxSettingsEntries: option(OPTION.MAX_SETTINGS_ENTRIES, 32),
    padding: option(OPTION.PADDING, 0), strictSpace: option(OPTION.LENIENT_SPACE, 0) === 0,
  };
}

export function fillSessionState(state: Float64Array, session: H2Session): void {
  state.set([
    session.localWindowSize, session.consumed, session.nextId, session.receiveWindow, session.lastProcessed, session.sendWindow, 0, session.encoder.tableSize, session.decoder.tableSize,
  ]);
}
