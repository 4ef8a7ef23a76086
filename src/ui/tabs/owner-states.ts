/** The owner's state as attached tabs are told of it; each is checked, because the owner may be another version of this page. By hand: it is part of every start. */
import type { ByHand, RunningPrograms, RunningServer } from '../../sandbox/seat/running-programs.ts';
import type { SaveState } from '../../project/durable-mirror.ts';
import { isRecord } from '../../shared/json.ts';
import type { ToolsState, Trouble } from '../app-model.ts';

const MAX_LISTED = 20;
const MAX_LINE = 2_000;
const BY_HAND: readonly ByHand[] = ['outside', 'input', 'secret'];

export function parseSaveState(value: unknown): SaveState | undefined {
  if (!isRecord(value)) return undefined;
  const { state, reason, full } = value;
  if (state === 'saved' || state === 'saving' || state === 'memory') return { state };
  if (state === 'stopped' && typeof reason === 'string') return { state, reason };
  return state === 'failed' && typeof reason === 'string' ? { state, reason, ...(full === true ? { full } : {}) } : undefined;
}

export function parseToolsState(value: unknown): ToolsState | undefined {
  if (!isRecord(value)) return undefined;
  const { state, reason } = value;
  if (state === 'starting' || state === 'ready') return { state };
  return state === 'failed' && typeof reason === 'string' ? { state, reason } : undefined;
}

export function parseRunning(value: unknown): RunningPrograms {
  const { servers, programs } = isRecord(value) ? value : {};
  return {
    servers: (Array.isArray(servers) ? servers.slice(0, MAX_LISTED) : []).flatMap((one: unknown) => {
      if (!isRecord(one)) return [];
      const { port, command, folder, packages, since, again, start } = one;
      if (typeof port !== 'number' || typeof command !== 'string' || typeof folder !== 'string') return [];
      return [{ port, command, folder, packages: packages === true, since: typeof since === 'number' ? since : 0, again: again === true, start: parseStart(start) }];
    }),
    programs: (Array.isArray(programs) ? programs.slice(0, MAX_LISTED) : []).filter((one) => typeof one === 'string'),
  };
}

function parseStart(value: unknown): RunningServer['start'] {
  const { line, byHand } = isRecord(value) ? value : {};
  // It is typed unasked: a line end in it would make several commands of it.
  return typeof line === 'string' && line.length <= MAX_LINE && !/[\0-\x1f\x7f]/.test(line) ? { line } : { byHand: BY_HAND.find((reason) => reason === byHand) ?? 'unknown' };
}

/** Of a `Trouble`: what is known of a sandbox that does not answer. */
export function parseLost(value: unknown): Trouble['lost'] {
  const lost = isRecord(value) ? value.lost : undefined;
  return isRecord(lost) && typeof lost.program === 'string' ? { program: lost.program } : undefined;
}
