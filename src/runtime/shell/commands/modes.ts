/** File modes as text, and back. */
import { S } from '../../abi/constants.ts';

/** `-rw-r--r--`. */
export function modeText(mode: number): string {
  const kinds: { [kind: number]: string } = { [S.IFDIR]: 'd', [S.IFLNK]: 'l', [S.IFCHR]: 'c', [S.IFBLK]: 'b', [S.IFIFO]: 'p', [S.IFSOCK]: 's' };
  const three = (bits: number, special: boolean, letter: string): string => {
    const x = special ? (bits & 1 ? letter : letter.toUpperCase()) : bits & 1 ? 'x' : '-';
    return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${x}`;
  };
  return (kinds[mode & S.IFMT] ?? '-') + three((mode >> 6) & 7, (mode & 0o4000) !== 0, 's') + three((mode >> 3) & 7, (mode & 0o2000) !== 0, 's') + three(mode & 7, (mode & 0o1000) !== 0, 't');
}

/** Applies `755` or `u+x,go-w` to a mode; null when the text is no mode. */
export function changeMode(text: string, mode: number, directory: boolean, umask: number): number | null {
  if (/^[0-7]{1,5}$/.test(text)) return parseInt(text, 8) & 0o7777;
  let out = mode & 0o7777;
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)$/.exec(clause);
    if (!match) return null;
    const who = match[1] || 'a';
    // Without a "who" the umask's bits are left alone.
    const allowed = match[1] === '' ? ~umask & 0o777 : 0o777;
    for (const [, op, what] of match[2]!.matchAll(/([-+=])([rwxXstugo]*)/g)) {
      let bits = 0;
      let special = 0;
      for (const c of what!) {
        if (c === 'r') bits |= 4;
        else if (c === 'w') bits |= 2;
        else if (c === 'x') bits |= 1;
        else if (c === 'X') bits |= directory || (out & 0o111) !== 0 ? 1 : 0;
        else if (c === 's') special |= (/[ua]/.test(who) ? 0o4000 : 0) | (/[ga]/.test(who) ? 0o2000 : 0);
        else if (c === 't') special |= 0o1000;
        else bits |= (out >> (c === 'u' ? 6 : c === 'g' ? 3 : 0)) & 7;
      }
      let mask = 0;
      let change = 0;
      for (const [letter, shift] of [['u', 6], ['g', 3], ['o', 0]] as const) {
        if (!who.includes(letter) && !who.includes('a')) continue;
        mask |= 7 << shift;
        change |= bits << shift;
      }
      change &= allowed;
      if (op === '+') out |= change | special;
      else if (op === '-') out &= ~(change | special);
      else out = (out & ~(mask | (/[ua]/.test(who) ? 0o4000 : 0) | (/[ga]/.test(who) ? 0o2000 : 0) | (who.includes('a') ? 0o1000 : 0))) | change | special;
    }
  }
  return out;
}
