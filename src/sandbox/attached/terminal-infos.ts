/** The list of terminals as another tab published it. */
import * as z from 'zod/mini';
import type { TerminalInfo } from '../terminal-hub.ts';

const infos = z.array(z.object({ id: z.string(), from: z.string(), title: z.string(), viewers: z.number() }));

export function terminalInfos(value: unknown): readonly TerminalInfo[] {
  const parsed = infos.safeParse(value);
  return parsed.success ? parsed.data : [];
}
