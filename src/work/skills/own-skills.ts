/** The person's own skills: kept by the browser, outside the sandbox and the same for every project. */
import type { StoreApi } from 'zustand/vanilla';
import { AppError } from '../../shared/errors.ts';
import { readFrontMatter } from '../front-matter.ts';
import { liveValue, type WorkBase } from '../store/work-base.ts';

export interface OwnSkill {
  /** Of no project. */
  project: '';
  /** The name. */
  id: string;
  description: string;
  /** By path within the skill; SKILL.md is always there. */
  files: Record<string, Uint8Array<ArrayBuffer>>;
}

export const SKILL_LIMITS = { skills: 200, files: 200, bytes: 10 * 1024 * 1024, allBytes: 50 * 1024 * 1024 } as const;
/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

export interface OwnSkills {
  readonly live: StoreApi<readonly OwnSkill[] | undefined>;
  list(): Promise<OwnSkill[]>;
  get(name: string): Promise<OwnSkill | undefined>;
  /** Adds or replaces. @throws AppError `invalid_arguments`, `too_large`, `missing_fields` without SKILL.md */
  save(name: string, files: Record<string, Uint8Array<ArrayBuffer>>): Promise<OwnSkill>;
  remove(name: string): Promise<void>;
}

export function createOwnSkills(base: WorkBase): OwnSkills {
  return {
    live: liveValue<readonly OwnSkill[] | undefined>(base, ['skills'], undefined, (tx) => tx.all('skills', '')),
    list: () => base.read((tx) => tx.all('skills', '')),
    get: (name) => base.read((tx) => tx.get('skills', '', name)),
    async save(name, files) {
      const paths = Object.keys(files);
      if (!isSkillName(name)) throw new AppError('invalid_arguments', 'A skill’s name has letters, digits, dots, dashes and underscores, 64 at most.');
      if (!paths.includes(SKILL_FILE)) throw new AppError('missing_fields', `A skill has a file ${SKILL_FILE}.`);
      for (const path of paths) if (skillPath(path) !== path) throw new AppError('path_escape', `path escapes skill directory: ${path}`);
      if (paths.length > SKILL_LIMITS.files) throw new AppError('too_large', `A skill has at most ${SKILL_LIMITS.files} files.`);
      const bytes = sizeOf(files);
      if (bytes > SKILL_LIMITS.bytes) throw new AppError('too_large', `A skill has at most ${SKILL_LIMITS.bytes / 1024 / 1024} MB.`);
      const { fields } = readFrontMatter(new TextDecoder().decode(files[SKILL_FILE]));
      const skill: OwnSkill = { project: '', id: name, description: fields.description ?? '', files };
      await base.change(async (tx) => {
        const others = (await tx.all('skills', '')).filter(({ id }) => id !== name);
        if (others.length >= SKILL_LIMITS.skills) throw new AppError('too_large', `There are ${SKILL_LIMITS.skills} skills already.`);
        // The panel holds them all.
        if (bytes + others.reduce((sum, { files: held }) => sum + sizeOf(held), 0) > SKILL_LIMITS.allBytes) throw new AppError('too_large', `All skills together have at most ${SKILL_LIMITS.allBytes / 1024 / 1024} MB.`);
        await tx.put('skills', skill);
      });
      return skill;
    },
    remove: (name) => base.change((tx) => tx.remove('skills', '', name)),
  };
}

const sizeOf = (files: OwnSkill['files']): number => Object.values(files).reduce((sum, file) => sum + file.length, 0);

export function isSkillName(name: string): boolean {
  return /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,63}$/u.test(name);
}

/**
 * A path within a skill's folder, in its simplest form.
 * @throws AppError `path_escape` for one that leads out: absolute, from a home folder, or upwards
 */
export function skillPath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  if (/^[\\/~]/.test(path) || /^[A-Za-z]:/.test(path) || parts.includes('..') || parts.length === 0) throw new AppError('path_escape', `path escapes skill directory: ${path}`);
  return parts.join('/');
}
