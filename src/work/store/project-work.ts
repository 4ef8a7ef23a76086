/** The shared work of a project that need not be open: for duplicating and removing projects. */
import { indexedRecords } from './indexed-records.ts';
import { collections, type Records, type Tables } from './tables.ts';

/** Gives `to` a copy of everything that belongs to `from`, in one transaction. */
export async function copyWork(from: string, to: string, records?: Records): Promise<void> {
  await (records ?? await indexedRecords('tabloom-work')).change(async (tx) => {
    for (const name of collections) for (const record of await tx.all(name, from)) await tx.put(name, { ...record, project: to } as Tables[typeof name]);
  });
}

/** Removes everything that belongs to the project; what belongs to the person stays. */
export async function removeWork(project: string, records?: Records): Promise<void> {
  await (records ?? await indexedRecords('tabloom-work')).change(async (tx) => {
    for (const name of collections) for (const { id } of await tx.all(name, project)) await tx.remove(name, project, id);
  });
}
