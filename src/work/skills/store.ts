/** Skills from both places: the person's own, and the project's `.agents/skills/`. */
import { AppError } from '../../shared/errors.ts';
import { readFrontMatter } from '../front-matter.ts';
import type { FileRange, ProjectFiles } from '../project-files.ts';
import { isSkillName, SKILL_FILE, skillPath, type OwnSkill, type OwnSkills } from './own-skills.ts';

export interface SkillInfo {
  name: string;
  description: string;
  source: 'own' | 'project';
  /** Paths within the skill, without SKILL.md. */
  resources: string[];
}

export interface SkillStore {
  readonly own: OwnSkills;
  /** By name. The person's own skill comes before one of the project with the same name: a project may be anybody's. */
  list(signal?: AbortSignal): Promise<SkillInfo[]>;
  /** @throws AppError `not_found` with the names that there are */
  find(name: string, signal?: AbortSignal): Promise<SkillInfo>;
  /** @throws AppError `path_escape`, `not_found` */
  read(skill: SkillInfo, path: string, range: { offset: number; limit?: number | undefined; max_chars: number }, signal?: AbortSignal): Promise<FileRange & { path: string }>;
}

/** Where a project keeps its skills. */
export const PROJECT_SKILLS = '.agents/skills';
/** Files above this are described instead of being returned whole. */
const MAX_WHOLE = 10 * 1024 * 1024;

export function createSkillStore(own: OwnSkills, files: ProjectFiles): SkillStore {
  const list = async (signal?: AbortSignal): Promise<SkillInfo[]> => {
    const [mine, { skills }] = await Promise.all([own.list(), files.agentFiles(signal)]);
    const found = new Map<string, SkillInfo>();
    for (const { name, head, files: paths } of skills) {
      if (!isSkillName(name)) continue;
      found.set(name, { name, description: readFrontMatter(head).fields.description ?? '', source: 'project', resources: paths.filter((path) => path !== SKILL_FILE) });
    }
    for (const skill of mine) found.set(skill.id, { name: skill.id, description: skill.description, source: 'own', resources: Object.keys(skill.files).filter((path) => path !== SKILL_FILE).sort() });
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  return {
    own, list,
    async find(name, signal) {
      const all = await list(signal);
      const skill = all.find((candidate) => candidate.name === name);
      if (skill) return skill;
      throw new AppError('not_found', `Skill '${name}' not found.${all.length === 0 ? '' : ` Available skills: ${all.map((known) => known.name).join(', ')}`}`);
    },
    async read({ name, source, resources }, path, range, signal) {
      const within = skillPath(path);
      if (source === 'project') return { ...await files.readRange(`${PROJECT_SKILLS}/${name}/${within}`, range, signal), path: `${PROJECT_SKILLS}/${name}/${within}` };
      const bytes = (await own.get(name))?.files[within];
      if (!bytes) throw new AppError('not_found', `File not found: ${path}. Files of the skill: ${[SKILL_FILE, ...resources].join(', ')}`);
      return { ...rangeOf(bytes, range), path: `${name}/${within}` };
    },
  };
}

function rangeOf(bytes: OwnSkill['files'][string], { offset, limit, max_chars }: { offset: number; limit?: number | undefined; max_chars: number }): FileRange {
  const nothing = { content: '', size: bytes.length, start_line: 0, end_line: 0, truncated: true };
  if (bytes.subarray(0, 8000).includes(0)) return { ...nothing, file_type: 'binary', total_lines: 0 };
  if (bytes.length > MAX_WHOLE && offset === 1 && limit === undefined) return { ...nothing, file_type: 'text', total_lines: 0 };
  const lines = new TextDecoder().decode(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const end = limit === undefined ? lines.length : Math.min(lines.length, offset - 1 + limit);
  let content = '';
  let last = offset - 1;
  while (last < end && (content === '' || content.length + lines[last]!.length <= max_chars)) content += lines[last++]!;
  const cut = content.length > max_chars;
  if (cut) content = [...content.slice(0, max_chars * 2)].slice(0, max_chars).join('');
  return { content, size: bytes.length, file_type: 'text', start_line: lines.length === 0 ? 0 : offset, end_line: Math.max(last, 0), total_lines: lines.length, truncated: last < lines.length || cut };
}
