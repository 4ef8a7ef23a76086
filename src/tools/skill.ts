import * as z from 'zod';
import { readFrontMatter } from '../work/front-matter.ts';
import { SKILL_FILE } from '../work/skills/own-skills.ts';
import { configured } from './not-configured.ts';
import { defineTool } from './tool.ts';

/** Characters of SKILL.md that one result holds; the rest is read with read_skill_file. */
const MAX_CHARS = 60_000;
const same = (args: Record<string, unknown>): Record<string, unknown> => args;

export const skill = defineTool({
  name: 'skill',
  description: 'Load a skill: instructions for a kind of work. Its other files are read with read_skill_file.',
  toolset: 'skills',
  permission: 'read',
  input: z.strictObject({ name: z.string().min(1) }),
  examples: [{ name: 'tool-usage' }],
  aliases: [{ name: 'load_skill', map: same }],
  card: { icon: 'skill', body: 'text', summary: ({ name }) => String(name) },
  async run({ name }, { work, signal }) {
    const skills = configured(work.skills, 'Skill loader not available. Cannot load skill.');
    const found = await skills.find(name, signal);
    const file = await skills.read(found, SKILL_FILE, { offset: 1, max_chars: MAX_CHARS }, signal);
    const content = readFrontMatter(file.content).body.trimStart();
    const { description, source, resources } = found;
    const hint = `The rest of ${SKILL_FILE} is read with read_skill_file, offset ${file.end_line + 1}.`;
    const more = [...(file.truncated ? [hint] : []), ...(resources.length === 0 ? [] : [`Files of this skill, for read_skill_file with skill_name ${JSON.stringify(name)}:\n${resources.map((path) => `- ${path}`).join('\n')}`])];
    return {
      message: 'skill loaded', output: [content.trimEnd(), ...more].join('\n\n'), metadata: { name, description, source, path: file.path, content, resources },
      bounds: { returned: file.end_line, total: file.total_lines, truncated: file.truncated, ...(file.truncated ? { refinement_hint: hint } : {}) },
    };
  },
});
