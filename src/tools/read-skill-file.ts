import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { skillPath } from '../work/skills/own-skills.ts';
import type { SkillInfo, SkillStore } from '../work/skills/store.ts';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

const MAX_CHARS = 60_000;

export const readSkillFile = defineTool({
  name: 'read_skill_file',
  description: 'Read a file of a skill. The path is relative to the skill\'s folder; without skill_name it begins with the skill\'s name. Files of the project are read with read_file.',
  toolset: 'skills',
  permission: 'read',
  input: z.strictObject({
    path: z.string().min(1),
    skill_name: z.string().min(1).optional(),
    offset: z.int().min(1).default(1).describe('First line to return, counted from 1.'),
    limit: z.int().min(1).optional().describe('Number of lines to return; all by default.'),
  }),
  examples: [{ path: 'references/guide.md', skill_name: 'long_document_writer' }, { path: 'docx-js.md', skill_name: 'docx' }, { path: 'skill-doc.md', skill_name: 'docx', offset: 1, limit: 50 }],
  aliases: [{
    name: 'load_skill_resource',
    description: 'Load one resource file of a skill.',
    input: z.strictObject({ skill_name: z.string().min(1), resource_type: z.enum(['scripts', 'references', 'assets']), resource_name: z.string().min(1) }),
    examples: [{ skill_name: 'docx', resource_type: 'references', resource_name: 'guide.md' }],
    map: ({ skill_name, resource_type, resource_name }) => ({ skill_name, path: `${String(resource_type)}/${String(resource_name)}` }),
  }],
  card: { icon: 'skill', body: 'text', summary: ({ path, skill_name }) => (skill_name === undefined ? String(path) : `${String(skill_name)}: ${String(path)}`) },
  async run({ path, skill_name, offset, limit }, { work, signal }) {
    const skills = configured(work.skills, 'Skill loader not available. Cannot read skill file.');
    const place = placeIn(path, skill_name);
    const file = await skills.read(await named(skills, place.skill, signal), place.path, { offset, limit, max_chars: MAX_CHARS }, signal);
    const { content, size, file_type, start_line, end_line, total_lines, truncated } = file;
    const metadata = { path: file.path, skill_name: place.skill, file_size: size, file_type, start_line, end_line, total_lines };
    if (file_type === 'binary' || (truncated && end_line === 0)) {
      const why = file_type === 'binary' ? 'This file is binary.' : 'This file is too large to return whole; ask for a range with offset and limit.';
      return { message: why, output: `[File: ${place.path}]\nType: ${file_type}\nSize: ${size} bytes\n\n${why}`, metadata };
    }
    const asked = limit === undefined ? total_lines : Math.min(total_lines, offset - 1 + limit);
    // A line before the file's last one ends with its line feed, unless it was cut.
    const more = end_line < total_lines;
    const lineCut = truncated && (more ? content !== '' && !content.endsWith('\n') : true);
    const cut = end_line < asked || lineCut;
    const hint = `Showing lines ${start_line}-${end_line} of ${total_lines}.${lineCut ? ' The line is longer than a result may be.' : ''}${more ? ` Use offset=${end_line + 1} to continue.` : ''}`;
    return {
      message: cut ? 'skill file read in part' : 'skill file read', output: cut ? `${content}${content.endsWith('\n') ? '' : '\n'}\n[${hint}]` : content, metadata: { ...metadata, content },
      bounds: { returned: Math.max(0, end_line - start_line + 1), total: total_lines, truncated: cut, ...(cut ? { refinement_hint: hint } : {}) },
    };
  },
});

/** Without a skill's name the path says it: there is no other place that this tool may read. */
function placeIn(path: string, skill: string | undefined): { skill: string; path: string } {
  const within = skillPath(path);
  if (skill !== undefined) return { skill, path: within };
  const [first, ...rest] = within.split('/');
  return { skill: first!, path: rest.length === 0 ? 'SKILL.md' : rest.join('/') };
}

async function named(skills: SkillStore, name: string, signal: AbortSignal): Promise<SkillInfo> {
  const found = (await skills.list(signal)).find((skill) => skill.name === name);
  if (!found) throw new AppError('not_found', `Skill '${name}' not found. Cannot resolve path relative to skill.`);
  return found;
}
