/** New beads: numbers, sizes, parents, and room on the board. */
import { AppError } from '../../shared/errors.ts';
import type { Actor } from '../actor.ts';
import { BEAD_LIMITS, checkSize, type Bead, type BeadType } from './bead.ts';
import type { BeadTx } from './bead-tx.ts';

export interface NewBead {
  title: string;
  project_id: string;
  description?: string | undefined;
  /** 0 to 4; 2 when absent. */
  priority?: number | undefined;
  type?: BeadType | undefined;
  tags?: readonly string[] | undefined;
  parent?: string | undefined;
  required_role?: string | undefined;
  assignee?: string | undefined;
  context?: Record<string, string> | undefined;
  /** For beads that come from elsewhere and keep their name. */
  id?: string | undefined;
}

const PREFIX = 'bead';

/** @throws AppError `too_large`, `not_found` (parent), `conflict` (parent closed), `already_exists`, `rejected` (board full, too deep) */
export async function createIn(beads: BeadTx, fields: NewBead, by: Actor): Promise<Bead> {
  const { title, project_id, description = '', priority = 2, type = 'task', tags = [], context = {} } = fields;
  checkSize('title', title, BEAD_LIMITS.title);
  checkSize('project_id', project_id, BEAD_LIMITS.title);
  checkSize('description', description, BEAD_LIMITS.text);
  if (tags.length > BEAD_LIMITS.tags) throw new AppError('too_large', `a bead has at most ${BEAD_LIMITS.tags} tags`);
  for (const tag of tags) checkSize('tag', tag, BEAD_LIMITS.tag);
  if (!Number.isInteger(priority) || priority < 0 || priority > 4) throw new AppError('invalid_arguments', 'priority is a whole number from 0 (critical) to 4');
  await makeRoom(beads);
  const parent = fields.parent === undefined ? undefined : await beads.get(fields.parent);
  if (parent?.status === 'closed') throw new AppError('conflict', `parent bead is closed: ${parent.id}`);
  await checkDepth(beads, parent);
  const bead: Bead = {
    project: beads.project, id: await freeId(beads, fields.id), project_id, title, description, priority, type, status: 'open', tags: [...new Set(tags)], children: [],
    context: { ...context }, history: [], created_at: beads.at, updated_at: beads.at,
    ...(parent ? { parent: parent.id } : {}),
    ...(fields.required_role === undefined ? {} : { required_role: fields.required_role }),
    ...(fields.assignee === undefined ? {} : { assignee: fields.assignee }),
  };
  beads.add(bead);
  beads.note(bead, by, 'created');
  if (parent) {
    parent.children.push(bead.id);
    beads.note(parent, by, 'child added', bead.id);
    await beads.settle(parent, by);
  }
  return bead;
}

/** The next number that nobody has; numbers are not given out twice, also after what had them was removed. */
async function freeId(beads: BeadTx, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    if (!/^[\w.-]{1,80}$/.test(wanted)) throw new AppError('invalid_arguments', `not a bead's id: ${wanted}`);
    if (await beads.find(wanted)) throw new AppError('already_exists', `bead already exists: ${wanted}`);
    return wanted;
  }
  let next = (await beads.tx.get('counters', beads.project, PREFIX))?.next ?? 1;
  const id = (): string => `${PREFIX}-${String(next).padStart(3, '0')}`;
  while (await beads.find(id())) next++;
  await beads.tx.put('counters', { project: beads.project, id: PREFIX, next: next + 1 });
  return id();
}

async function checkDepth(beads: BeadTx, parent: Bead | undefined): Promise<void> {
  let depth = 0;
  for (let at = parent; at; at = at.parent === undefined ? undefined : await beads.find(at.parent)) {
    if (++depth >= BEAD_LIMITS.depth) throw new AppError('rejected', `beads are nested at most ${BEAD_LIMITS.depth} deep`);
  }
}

/** The oldest closed beads go when the board is full; those of an open family stay. */
async function makeRoom(beads: BeadTx): Promise<void> {
  const all = await beads.all();
  if (all.length < BEAD_LIMITS.beads) return;
  const byId = new Map(all.map((bead) => [bead.id, bead]));
  const done = all.filter((bead) => bead.status === 'closed' && bead.children.length === 0 && (bead.parent === undefined || (byId.get(bead.parent)?.status ?? 'closed') === 'closed'))
    .sort((a, b) => (a.closed_at ?? 0) - (b.closed_at ?? 0));
  if (done.length === 0) throw new AppError('rejected', `the board is full: ${BEAD_LIMITS.beads} beads`);
  for (const bead of done.slice(0, Math.max(1, all.length + 1 - BEAD_LIMITS.beads))) {
    const parent = bead.parent === undefined ? undefined : await beads.find(bead.parent);
    if (parent) {
      parent.children = parent.children.filter((id) => id !== bead.id);
      beads.add(parent);
    }
    await beads.remove(bead);
  }
}
