/** Handles that came from another process along an IPC channel. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { perRuntime } from './per-runtime.ts';

/** What is said about a descriptor when it is sent. */
export interface HandleNote { type: 'tcp' | 'pipe' | 'udp'; listening: boolean; [detail: string]: unknown }

/** How a handle is made around a descriptor, by type. A class of handles adds its own. */
export const handleMakers = perRuntime(() => new Map<string, (fd: number, note: HandleNote) => object>());

/** The handle for a descriptor that was received. The other process is not trusted to describe it well: what cannot be read is an unknown handle, and closed. */
export function receiveHandle(rt: NodeRuntime, fd: number, text: string): Internal {
  let note: HandleNote | null = null;
  try {
    note = JSON.parse(text) as HandleNote | null;
  } catch {
    // Not a note of ours.
  }
  const type = note?.type === 'tcp' || note?.type === 'pipe' || note?.type === 'udp' ? note.type : null;
  if (type !== null) rt.internalBinding(`${type}_wrap`);
  const make = type === null ? undefined : handleMakers(rt).get(type);
  if (make === undefined) {
    rt.sys.close(fd);
    return undefined;
  }
  return make(fd, note!);
}
