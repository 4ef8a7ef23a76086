/** A patch for one or many files. */
import { oneWriter } from '../one-writer.ts';
import { applyPatchText } from '../patch/apply.ts';
import { boundedDiff, utf8 } from '../text-file.ts';
import type { PatchedFile } from '../patch/plan.ts';
import type { Operation } from '../operation.ts';

/** The diff of a larger patch is the patch. */
const MAX_DIFFED = 512 * 1024;

export const applyPatch: Operation<'patch'> = ({ patch, only }, { workspace, signal }) => oneWriter(signal, async () => {
  const files = await applyPatchText(workspace, Buffer.from(patch, 'utf8').toString('latin1'), only);
  return {
    files: files.map(({ before: _before, after: _after, ...file }) => file),
    diff: patch.length > MAX_DIFFED ? '' : files.map(diffOf).join(''),
  };
});

function diffOf(file: PatchedFile): string {
  const text = (bytes: Uint8Array | undefined): string | null | undefined => (bytes === undefined ? null : bytes.includes(0) ? undefined : utf8(bytes));
  const [before, after] = [text(file.before), text(file.after)];
  const moved = file.from === undefined ? '' : `${file.op} from ${file.from}\n${file.op} to ${file.path}\n`;
  const mode = file.mode === undefined || file.op === 'create' ? '' : `new mode ${file.mode}\n`;
  if (file.binary || before === undefined || after === undefined) return `${moved}${mode}Binary file ${file.path} changed\n`;
  return moved + mode + boundedDiff(file.path, before, after).text;
}
