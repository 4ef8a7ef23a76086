import { expect, it } from 'vitest';
import { filesOfSkill } from '../../src/ui/panels/skills/skill-files.ts';

const file = (path: string, text = 'x', size = text.length) => ({ name: path.split('/').at(-1)!, webkitRelativePath: path.includes('/') ? path : '', size, arrayBuffer: async () => new TextEncoder().encode(text).buffer as ArrayBuffer });
const read = (contents: Record<string, Uint8Array>): [string, string][] => Object.entries(contents).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);

it('a chosen folder becomes a skill of that name, without what the system hides in it', async () => {
  const { name, contents } = await filesOfSkill([file('docx/SKILL.md', 'Größe'), file('docx/references/guide.md', 'G'), file('docx/.DS_Store'), file('docx/.git/HEAD'), file('docx/sub/SKILL.md', 'other')]);
  expect(name).toBe('docx');
  expect(read(contents)).toEqual([['SKILL.md', 'Größe'], ['references/guide.md', 'G'], ['sub/SKILL.md', 'other']]);
});

it('a single file is a skill, too; what has no SKILL.md or is too large is none', async () => {
  expect((await filesOfSkill([file('SKILL.md')])).name).toBe('skill');
  await expect(filesOfSkill([file('docx/README.md'), file('docx/deep/SKILL.md')])).rejects.toMatchObject({ code: 'missing_fields', message: 'The folder has no SKILL.md.' });
  await expect(filesOfSkill([file('docx/SKILL.md', 'x', 11 * 1024 * 1024)])).rejects.toMatchObject({ code: 'too_large' });
});
