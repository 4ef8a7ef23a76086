/** `.gitignore` files as one walks down from the root: the deepest file with an opinion decides. Capitals count, as on every Linux. */
import ignore from 'ignore';
import type { Ignore } from 'ignore';

export interface ReadText {
  (path: string): Promise<string | undefined>;
}

export class IgnoreRules {
  readonly #layers: readonly { base: string; matcher: Ignore }[];

  constructor(layers: readonly { base: string; matcher: Ignore }[] = []) {
    this.#layers = layers;
  }

  /** The rules inside `folder` (relative to the root, '' for the root itself); `read` gets paths relative to the root. */
  async entering(folder: string, read: ReadText): Promise<IgnoreRules> {
    const text = await read(folder === '' ? '.gitignore' : `${folder}/.gitignore`);
    return text === undefined ? this : new IgnoreRules([...this.#layers, { base: folder, matcher: ignore({ ignorecase: false }).add(text) }]);
  }

  ignores(path: string, isFolder: boolean): boolean {
    for (let at = this.#layers.length - 1; at >= 0; at--) {
      const { base, matcher } = this.#layers[at]!;
      const inside = base === '' ? path : path.slice(base.length + 1);
      const verdict = matcher.test(isFolder ? `${inside}/` : inside);
      if (verdict.ignored) return true;
      if (verdict.unignored) return false;
    }
    return false;
  }
}
