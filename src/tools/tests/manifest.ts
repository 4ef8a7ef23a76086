/** What a package.json says about tests. */
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import type { PackageManifest } from './framework.ts';

/** @throws AppError `not_configured` when the text is no JSON object. */
export function readManifest(text: string): PackageManifest {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new AppError('not_configured', `failed to detect test framework: package.json is not valid JSON (${(error as Error).message})`, { cause: error });
  }
  if (!isRecord(value)) throw new AppError('not_configured', 'failed to detect test framework: package.json is not a JSON object');
  const { name, scripts } = value;
  const lists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].map((key) => value[key]).filter(isRecord);
  return {
    name: typeof name === 'string' ? name : undefined, scripts: isRecord(scripts) ? scripts : {},
    dependencies: new Set(lists.flatMap(Object.keys)), keys: new Set(Object.keys(value)),
  };
}
