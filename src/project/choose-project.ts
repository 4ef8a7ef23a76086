/** Which project a page opens: the one of its address, else the one that was opened last, else the sample. */
import { AppError } from '../shared/errors.ts';
import { newProjectId, sampleRecord, type ProjectRecord } from './project-record.ts';
import { markOpen } from './project-use.ts';
import { openProjectsDb, type ProjectsDb } from './projects-db.ts';
import { SAMPLE_NAME } from './sample-name.ts';

const PARAMETER = 'project';

export interface ChooseOptions {
  db?: ProjectsDb;
  now?: number;
  mark?: (id: string) => Promise<void>;
}

/** The id that an address asks for. */
export function projectInAddress(address: string): string | undefined {
  return new URL(address).searchParams.get(PARAMETER) ?? undefined;
}

/** The address that opens a project, in this tab or another; what else stands in the address stays. */
export function addressOfProject(id: string, address: string): string {
  const url = new URL(address);
  url.searchParams.set(PARAMETER, id);
  url.hash = '';
  return url.href;
}

/**
 * Finds the project, or begins the list with the sample, and notes that it is open. Where the browser refuses storage: the sample, which then lives in memory.
 * @throws AppError `project_unknown`, `project_deleted`
 */
export async function chooseProject(asked: string | undefined, { db = openProjectsDb(), now = Date.now(), mark = markOpen }: ChooseOptions = {}): Promise<ProjectRecord> {
  // Without an address the choice is a reading of its own: the mark, which keeps others from removing the project, needs its id.
  const last = asked === undefined ? await db.all().then((records) => lastOpened(records) ?? newSample(records, now), () => undefined) : undefined;
  const id = asked ?? last?.id ?? SAMPLE_NAME;
  await mark(id);
  const choice = (records: readonly ProjectRecord[]): ProjectRecord | undefined => (
    records.find((record) => record.id === id) ?? (last?.begin === 'sample' ? last : id === SAMPLE_NAME ? sampleRecord(now) : undefined)
  );
  const chosen = await db.change((records) => {
    const found = choice(records);
    if (!found || found.deleted !== undefined) return { value: found };
    const record = { ...found, opened: now };
    return { put: [record], value: record };
    // Where there is no room to note anything the project still opens.
  }).catch(() => db.all().then(choice, () => sampleRecord(now)));
  if (!chosen) throw new AppError('project_unknown', 'There is no project at this address in this browser. It may be in another browser, or it was removed.');
  if (chosen.deleted !== undefined) throw new AppError('project_deleted', `The project “${chosen.name}” was deleted. It can be restored.`, { data: { id } });
  return chosen;
}

function lastOpened(records: readonly ProjectRecord[]): ProjectRecord | undefined {
  return records.filter(({ deleted }) => deleted === undefined).sort((a, b) => b.opened - a.opened)[0];
}

/** An id that was deleted is not given again: its files may still be wanted. */
function newSample(records: readonly ProjectRecord[], now: number): ProjectRecord {
  return records.some(({ id }) => id === SAMPLE_NAME) ? sampleRecord(now, newProjectId()) : sampleRecord(now);
}
