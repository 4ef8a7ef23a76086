/** The fifth document's way to name an edit: `<old>text to replace</old><new>text in its place</new>` in one field. */
import { AppError } from '../shared/errors.ts';

const FORMAT = 'content must be in format: <old>old_string</old><new>new_string</new>';

/** Every way to read `content`: the texts may hold the border `</old><new>` themselves, and then each border could be the one that is meant. */
export function splitContent(content: string): { old_string: string; new_string: string }[] {
  const body = /^\s*<old>([\s\S]*)<\/new>\s*$/.exec(content)?.[1];
  const splits: { old_string: string; new_string: string }[] = [];
  for (const border of body?.matchAll(/<\/old>\s*<new>/g) ?? []) {
    splits.push({ old_string: body!.slice(0, border.index), new_string: body!.slice(border.index + border[0].length) });
  }
  if (splits.length === 0) throw new AppError('invalid_arguments', FORMAT);
  if (splits[0]!.old_string === '' && splits.length === 1) throw new AppError('invalid_arguments', `${FORMAT} (old_string is empty)`);
  return splits.filter((split) => split.old_string !== '');
}

/**
 * The reading whose old text is in the file. With none, the first one, so that the error of the match speaks of it; texts with borders in them
 * that fit in more than one way need the fields `old_string` and `new_string`.
 */
export function chooseSplit(content: string, text: string): { old_string: string; new_string: string } {
  const splits = splitContent(content);
  if (splits.length === 1) return splits[0]!;
  const found = splits.filter((split) => text.includes(split.old_string));
  if (found.length > 1) throw new AppError('ambiguous_match', 'content can be read in more than one way, because the text holds </old><new> itself. Use old_string and new_string.');
  return found[0] ?? splits[0]!;
}
