/** Which project a page opens: the one of its address, else the one that was opened last, else the sample. */
import { AppError } from '../shared/errors.ts';
import { newProjectId, sampleRecord, type ProjectRecord } from './project-record.ts';
import { openProjectsDb, type ProjectsDb } from './projects-db.ts';

const PARAMETER = 'project';

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
 * Finds the project, or begins the list with the sample, and notes that it was opened. Where the browser refuses storage: the sample, which then lives in memory.
 * @throws AppError `project_unknown`, `project_deleted`
 */
export async function chooseProject(asked: string | undefined, db: ProjectsDb = openProjectsDb(), now = Date.now()): Promise<ProjectRecord> {
  const choice = (records: readonly ProjectRecord[]): ProjectRecord | undefined => {
    const known = asked === undefined ? lastOpened(records) : records.find(({ id }) => id === asked);
    if (known) return known;
    const sample = sampleRecord(now);
    // An id that was deleted is not given again: its files may still be wanted.
    if (asked === undefined) return records.some(({ id }) => id === sample.id) ? sampleRecord(now, newProjectId()) : sample;
    return asked === sample.id ? sample : undefined;
  };
  const chosen = await db.change((records) => {
    const found = choice(records);
    return { put: found && found.deleted === undefined ? [{ ...found, opened: now }] : [], value: found };
    // Where there is no room to note anything the project still opens.
  }).catch(() => db.all().then(choice, () => sampleRecord(now)));
  if (!chosen) throw new AppError('project_unknown', 'There is no project at this address in this browser. It may be in another browser, or it was removed.');
  if (chosen.deleted !== undefined) throw new AppError('project_deleted', `The project “${chosen.name}” was deleted. It can be restored.`, { data: { id: chosen.id } });
  return chosen;
}

function lastOpened(records: readonly ProjectRecord[]): ProjectRecord | undefined {
  return records.filter(({ deleted }) => deleted === undefined).sort((a, b) => b.opened - a.opened)[0];
}
