// A copy of an extendable hash has the usual length again, or one of its own; a fixed one has no choice.
import { createHash } from 'node:crypto';
const show = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const name of ['shake128', 'shake256', 'sha256']) {
  for (const first of [undefined, 0, 5, 32, 70]) {
    for (const second of [undefined, 0, 1, 16, 32, 400]) {
      show(`${name} ${first} ${second}`, () => {
        const hash = createHash(name, first === undefined ? undefined : { outputLength: first }).update('one');
        const copy = second === undefined ? hash.copy() : hash.copy({ outputLength: second });
        const text = copy.update('two').digest('hex');
        return [hash.update('three').digest('hex'), text, text.length];
      });
    }
  }
}
show('copy of a copy', () => createHash('shake128', { outputLength: 3 }).update('a').copy({ outputLength: 9 }).copy({ outputLength: 4 }).copy().digest('base64'));
show('copied after the digest', () => {
  const hash = createHash('shake128');
  hash.digest();
  return hash.copy();
});
