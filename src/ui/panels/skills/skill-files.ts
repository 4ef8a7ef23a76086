import { AppError } from '../../../shared/errors.ts';
import { SKILL_FILE, SKILL_LIMITS } from '../../../work/skills/own-skills.ts';

/** A chosen folder, as the browser gives it, as a skill: named like the folder, with paths within it. @throws AppError `missing_fields`, `too_large` */
export async function filesOfSkill(files: readonly Pick<File, 'name' | 'webkitRelativePath' | 'size' | 'arrayBuffer'>[]): Promise<{ name: string; contents: Record<string, Uint8Array<ArrayBuffer>> }> {
  const paths = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const root = paths.find(({ path }) => path.split('/').length <= 2 && path.endsWith(SKILL_FILE));
  if (!root) throw new AppError('missing_fields', `The folder has no ${SKILL_FILE}.`);
  if (files.reduce((sum, { size }) => sum + size, 0) > SKILL_LIMITS.bytes) throw new AppError('too_large', `A skill has at most ${SKILL_LIMITS.bytes / 1024 / 1024} MB.`);
  const folder = root.path.includes('/') ? root.path.slice(0, root.path.indexOf('/') + 1) : '';
  const contents: Record<string, Uint8Array<ArrayBuffer>> = {};
  // Hidden files are the system's: .DS_Store, .git.
  for (const { file, path } of paths) {
    const within = path.slice(folder.length);
    if (!within.split('/').some((part) => part.startsWith('.'))) contents[within] = new Uint8Array(await file.arrayBuffer());
  }
  return { name: folder === '' ? 'skill' : folder.slice(0, -1), contents };
}
