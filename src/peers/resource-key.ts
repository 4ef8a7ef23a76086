import { AppError } from '../shared/errors.ts';

/** Letters; longer URIs are a mistake, and would fill the store. */
const MAX_URI = 1_000;
/** Of what becomes of one: a letter of other scripts than Latin takes nine, as in %E8%AF%BE. */
export const MAX_KEY = 9 * MAX_URI;

/**
 * The one spelling of a lock's URI: scheme and host in lower case and what else `URL` makes alike, so that `LOCK://Repo/A` and
 * `lock://repo/A` are the same lock. The scheme needs at least two letters: `C:\x` is a path.
 * @throws AppError `invalid_arguments`
 */
export function resourceKey(uri: string): string {
  const invalid = (): AppError => new AppError('invalid_arguments', `Invalid URI format: ${uri.slice(0, 200)}. Use a URI such as lock://repo/main or file:///src/app.ts.`);
  // A key is itself a URI, which tools name and take again: its escapes count as the letters that they stand for.
  if (uri.length > MAX_KEY || uri.replace(/(?:%[\da-f]{2}){1,3}/gi, '_').length > MAX_URI || !/^[a-z][a-z\d+.-]+:/i.test(uri)) throw invalid();
  let url: URL;
  try {
    url = new URL(uri);
  } catch {
    throw invalid();
  }
  // Only the hosts of schemes that the standard knows are put into lower case by URL.
  if (url.host === '') return url.href;
  return url.href.replace(/^([^:]+:\/\/(?:[^/@?#]*@)?)([^/?#]*)/, (_all, before: string, host: string) => before + host.toLowerCase());
}
