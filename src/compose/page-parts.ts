/** What the start of a page, its taking over and its attaching have in common. */
import type { ProjectRecord } from '../project/project-record.ts';
import type { Meeting } from '../sandbox/seat/meeting.ts';
import type { SharedSandbox } from '../sandbox/seat/shared-sandbox.ts';
import type { Workspace } from '../ui/app-model.ts';

export interface PageParts {
  project: ProjectRecord;
  /** Where the engine is served; undefined for the client's own default. */
  origin: string | undefined;
  /** Undefined where the browser lets tabs not find each other. */
  meeting: Meeting | undefined;
  /** Makes the page's models, once. @param prepared resolves when the project is complete */
  open(sandbox: SharedSandbox, prepared: Promise<unknown>): Promise<Workspace>;
}

export const loadModels = (): Promise<typeof import('../open-workspace.ts')> => import('../open-workspace.ts');

/** Left for the next load of this tab, which says what happened. */
export const SUPERSEDED_NOTE = 'tabloom-superseded';
