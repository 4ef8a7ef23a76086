/** Ranges of versions as far as builds in WebAssembly name any: `1.2.3`, `~1.2.3`, `^1.2.3`, and several with `||` between them. */

export function fits(version: string, range: string): boolean {
  return alternatives(range).some((one) => fitsOne(version, one));
}

/** Of the first alternative that has any; undefined when none has. */
export function newestFitting(versions: readonly string[], range: string): string | undefined {
  for (const one of alternatives(range)) {
    const [newest] = versions.filter((version) => fitsOne(version, one)).sort((a, b) => (isLater(b, a) ? 1 : -1));
    if (newest !== undefined) return newest;
  }
  return undefined;
}

function fitsOne(version: string, range: string): boolean {
  const least = range.replace(/^[~^]/, '');
  if (version === least) return true;
  if (least === range || version.includes('-') || isLater(least, version)) return false;
  const [major, minor] = numbers(version);
  const [theirs, theirMinor] = numbers(least);
  return major === theirs && (minor === theirMinor || (range.startsWith('^') && major !== 0));
}

function isLater(version: string, than: string): boolean {
  const [ours, theirs] = [numbers(version), numbers(than)];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at >= 0 && ours[at]! > theirs[at]!;
}

const alternatives = (range: string): string[] => range.split('||').map((one) => one.trim());
const numbers = (version: string): number[] => version.split('-', 1)[0]!.split('.').map(Number);
