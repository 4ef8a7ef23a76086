/** What is known of a project before it is opened. Its files, its work and its peers are kept under its id. */
import { SAMPLE_NAME } from './sample-name.ts';

export interface ProjectRecord {
  /** Random, never derived from the name; that of the first sample is its name, as in versions with one project only. */
  readonly id: string;
  /** Any text of 1 to `MAX_NAME` characters. */
  readonly name: string;
  /** Its folder below `/home`. Chosen with the first name and kept: paths in the project's files may name it. */
  readonly folder: string;
  /** What an opening finds while nothing was saved yet. */
  readonly begin: 'sample' | 'empty';
  /** A repository that the first opening clones. */
  readonly clone?: string;
  /** Milliseconds since 1970, as all times here. */
  readonly created: number;
  readonly opened: number;
  /** Bytes of its files when that was last counted. */
  readonly bytes?: number;
  /** When it was deleted; it can be restored until it is removed for good. */
  readonly deleted?: number;
}

/** Characters of a project's name. */
export const MAX_NAME = 60;

const MAX_FOLDER = 40;

/** The sample under the id that it has always had. */
export function sampleRecord(now: number, id: string = SAMPLE_NAME): ProjectRecord {
  return { id, name: SAMPLE_NAME, folder: SAMPLE_NAME, begin: 'sample', created: now, opened: now };
}

/** A new id: 20 characters that may stand in an address and in the name of a database. */
export function newProjectId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte & 31]).join('');
}

/** A folder's name that every program copes with: lower-case letters, digits and dashes. */
export function folderOfName(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}+/gu, '').replace(/[^a-z0-9]+/g, '-').slice(0, MAX_FOLDER).replace(/^-+|-+$/g, '');
  return plain === '' ? 'project' : plain;
}

/** The record, or undefined when it is not one: a list that an extension or a later version wrote into must not keep the page from opening. */
export function parseProjectRecord(value: unknown): ProjectRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, name, folder, begin, clone, created, opened, bytes, deleted } = value as Record<string, unknown>;
  if (typeof id !== 'string' || !isProjectId(id) || typeof name !== 'string' || name === '') return undefined;
  if (typeof folder !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(folder)) return undefined;
  if (typeof created !== 'number' || typeof opened !== 'number') return undefined;
  return {
    id, name, folder, begin: begin === 'sample' ? 'sample' : 'empty', created, opened,
    ...(typeof clone === 'string' ? { clone } : {}), ...(typeof bytes === 'number' ? { bytes } : {}), ...(typeof deleted === 'number' ? { deleted } : {}),
  };
}

/** Whether a text can be a project's id; what an address says may be anything. */
export function isProjectId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}
