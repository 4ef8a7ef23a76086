/** What a tab looked like, as it is kept for its reload. */
import * as z from 'zod';

const path = z.string().max(4096);

const document = z.object({
  path,
  /** Unsaved text, and the file's text that it was made from. */
  unsaved: z.object({ text: z.string(), diskText: z.string() }).optional(),
  /** Cursor, selection and scroll place, as the editor gave it. */
  view: z.json().optional(),
});

/** Files that are opened again; those with unsaved text all are. */
const MAX_DOCUMENTS = 500;

function documentsOf(all: readonly unknown[]): z.infer<typeof document>[] {
  let room = MAX_DOCUMENTS;
  return all.flatMap((one) => document.safeParse(one).data ?? []).filter(({ unsaved }) => unsaved !== undefined || room-- > 0);
}

/** Unknown or wrong parts are left out one by one: a record of another version must not cost all the rest. */
const sessionState = z.object({
  documents: z.array(z.unknown()).catch([]).transform(documentsOf),
  active: path.optional().catch(undefined),
  /** Opened in the explorer. */
  folders: z.array(path).max(2000).catch([]),
  /** The panel of the shared work. */
  work: z.object({ visible: z.boolean(), tab: z.string() }).optional().catch(undefined),
  preview: z.object({ port: z.number().int(), path }).optional().catch(undefined),
  /** The conversation with the agent. */
  conversation: z.string().optional().catch(undefined),
});

export type SessionState = z.infer<typeof sessionState>;

/** What the terminals showed; kept encrypted, because programs print secrets. */
const terminalsState = z.object({
  /** Place of the active one. */
  active: z.number().int().min(0).catch(0),
  texts: z.array(z.string()).max(50),
});

export type TerminalsSession = z.infer<typeof terminalsState>;

/** Undefined when it is no such state at all. */
export function parseSession(value: unknown): SessionState | undefined {
  return sessionState.safeParse(value).data;
}

export function parseTerminals(text: string): TerminalsSession | undefined {
  try {
    return terminalsState.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
