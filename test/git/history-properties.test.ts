/** Random histories, made by our git in one folder and by native git in another: trees, ids, status, log and diffs have to be the same. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GitPair } from '../support/git-pair.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

let pair: GitPair;
beforeAll(() => { pair = new GitPair(); });
afterAll(() => pair.dispose());

const NAMES = ['a.txt', 'b.txt', 'src/c.js', 'src/d.js', 'src/deep/e.ts', 'a b.txt', 'é/ü.txt', 'lib.js', 'lib/x.js', 'empty', 'docs/read me.md', '.gitignore'];
const LINES = ['', '}', '  return 1;', 'function f() {', 'const a = 1;', '\tindented', 'one', 'two', 'three', '# Heading', 'ünï', 'import x;\r'];

/** One history: what is done to files and with git, drawn from a seed. */
class History {
  readonly #next: () => number;
  readonly #dirs: { native: string; ours: string };
  readonly #done: string[] = [];
  #clock = 1_763_700_000;

  constructor(seed: number, name: string) {
    this.#next = random(seed);
    this.#dirs = { native: join(pair.home, `${name}-native`), ours: join(pair.home, `${name}-ours`) };
    for (const dir of Object.values(this.#dirs)) fs.mkdirSync(dir);
  }

  async run(steps: number): Promise<void> {
    await this.#git(['init', '-q']);
    await this.#git(['status']);
    for (let step = 0; step < steps; step++) {
      this.#changeFiles();
      await this.#useGit(step);
      await this.#git(['status', '--porcelain=v2', '--branch']);
      if (step % 6 === 5) this.#compareTrees();
    }
    await this.#compareAll();
    for (const dir of Object.values(this.#dirs)) {
      pair.check(dir);
      fs.rmSync(dir, { recursive: true });
    }
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#next() * items.length)]!;
  }

  #text(): string {
    const lines = Array.from({ length: Math.floor(this.#next() * 25) }, () => (this.#next() < 0.3 ? `unique ${Math.floor(this.#next() * 1e6)}` : this.#pick(LINES)));
    return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  }

  #edited(text: string): string {
    const lines = text.split('\n');
    for (let edits = 1 + Math.floor(this.#next() * 3); edits > 0; edits--) {
      const at = Math.floor(this.#next() * lines.length);
      const kind = this.#next();
      if (kind < 0.4) lines.splice(at, 0, this.#pick(LINES), `new ${Math.floor(this.#next() * 1e6)}`);
      else if (kind < 0.7) lines.splice(at, 1 + Math.floor(this.#next() * 2));
      else lines[at] = `changed ${Math.floor(this.#next() * 1e6)}`;
    }
    const joined = lines.join('\n').replace(/\n*$/, '\n');
    return joined === '\n' ? 'x\n' : joined;
  }

  #both(what: string, act: (dir: string) => void): void {
    this.#done.push(what);
    for (const dir of Object.values(this.#dirs)) act(dir);
  }

  #files(): string[] {
    const found: string[] = [];
    const visit = (folder: string): void => {
      for (const entry of fs.readdirSync(join(this.#dirs.native, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.name === '.git') continue;
        if (entry.isDirectory()) visit(path);
        else found.push(path);
      }
    };
    visit('');
    return found.sort();
  }

  #changeFiles(): void {
    for (let count = Math.floor(this.#next() * 4); count > 0; count--) {
      const files = this.#files();
      const kind = this.#next();
      const path = files.length === 0 || kind < 0.3 ? this.#pick(NAMES) : this.#pick(files);
      if (kind >= 0.3 && !this.#isFile(path)) continue;
      if (path === '.gitignore') this.#write(path, '*.log\n/docs\n');
      else if (kind < 0.3) this.#write(path, this.#text());
      else if (kind < 0.6) this.#write(path, this.#edited(fs.readFileSync(join(this.#dirs.native, path), 'utf8')));
      else if (kind < 0.72) this.#both(`rm ${path}`, (dir) => fs.rmSync(join(dir, path), { force: true }));
      else if (kind < 0.9) this.#rename(path, `${this.#pick(['moved', 'src', 'other/deep'])}/n${Math.floor(this.#next() * 50)}${path.slice(path.lastIndexOf('.'))}`);
      else if (kind < 0.95) this.#both(`chmod ${path}`, (dir) => fs.existsSync(join(dir, path)) && fs.chmodSync(join(dir, path), 0o755));
      else this.#write(path, `\0binary ${Math.floor(this.#next() * 1e6)}`);
    }
  }

  #write(path: string, text: string): void {
    const folders = path.split('/').slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join('/'));
    const full = join(this.#dirs.native, path);
    if (folders.some((folder) => this.#isFile(folder)) || (fs.existsSync(full) && fs.lstatSync(full).isDirectory())) return;
    this.#both(`write ${path} ${JSON.stringify(text)}`, (dir) => {
      fs.mkdirSync(join(dir, path, '..'), { recursive: true });
      fs.writeFileSync(join(dir, path), text);
    });
  }

  #isFile(path: string): boolean {
    return fs.statSync(join(this.#dirs.native, path), { throwIfNoEntry: false })?.isFile() === true;
  }

  #rename(from: string, to: string): void {
    if (!this.#isFile(from) || this.#isFile(to) || to.split('/').slice(0, -1).some((_, at, parts) => this.#isFile(parts.slice(0, at + 1).join('/')))) return;
    this.#both(`rename ${from} ${to}`, (dir) => {
      fs.mkdirSync(join(dir, to, '..'), { recursive: true });
      fs.renameSync(join(dir, from), join(dir, to));
    });
  }

  async #useGit(step: number): Promise<void> {
    const files = this.#files();
    const some = files.length > 0 ? this.#pick(files) : '.';
    this.#clock += Math.floor(this.#next() * 5000);
    pair.date = `${this.#clock} +0130`;
    const kind = this.#next();
    if (kind < 0.35) {
      await this.#git(['add', '-A']);
      await this.#git(['commit', '-m', `commit ${step}`, '-m', this.#next() < 0.3 ? 'A body.\n\nIn two parts.' : 'b']);
    } else if (kind < 0.45) await this.#git(['add', some]);
    else if (kind < 0.5) await this.#git(['commit', '-a', '-m', `all ${step}`]);
    else if (kind < 0.55) await this.#git(['commit', '--amend', '-m', `amended ${step}`]);
    else if (kind < 0.6) await this.#git(['reset', '-q', '--', some]);
    else if (kind < 0.64) await this.#git(['restore', '--staged', '--worktree', some]);
    else if (kind < 0.68) await this.#git(['rm', '-q', '--cached', some]);
    else if (kind < 0.72) await this.#git(['mv', some, `mv${step}.txt`]);
    else if (kind < 0.75) await this.#git(['reset', this.#pick(['--soft', '--mixed', '--hard']), 'HEAD~1']);
    else if (kind < 0.82) await this.#git(['switch', '-q', '-c', `branch${step}`]);
    else if (kind < 0.9) await this.#merge(step);
    else if (kind < 0.95) await this.#git(['commit', '-m', `only ${step}`, '--', some]);
    else await this.#git(['add', '-u']);
  }

  /** From a clean tree, so that what is merged is what was committed. */
  async #merge(step: number): Promise<void> {
    await this.#git(['add', '-A']);
    await this.#git(['commit', '-q', '-m', `before merge ${step}`]);
    const branches = (await this.#git(['branch', '--list'])).match(/\S+$/gm) ?? [];
    if (branches.length < 2) return;
    await this.#git(['switch', '-q', this.#pick(branches)]);
    const merged = await this.#result(['merge', '--no-edit', this.#pick(branches)]);
    if (merged.code === 0) return;
    await this.#git(['status']);
    await this.#git(['diff']);
    await this.#git(['add', '-A']);
    await this.#git(['commit', '-q', '-m', `merged ${step}`]);
  }

  /** What our index remembers of whole folders is what native git makes a tree of, without looking into them. */
  #compareTrees(): void {
    // Before the first file is added there is no index.
    if (Object.values(this.#dirs).some((dir) => !fs.existsSync(join(dir, '.git/index')))) return;
    const [native, ours] = [this.#dirs.native, this.#dirs.ours].map((dir) => {
      const index = join(pair.home, 'index-copy');
      fs.copyFileSync(join(dir, '.git/index'), index);
      pair.extra.GIT_INDEX_FILE = index;
      const tree = pair.native(dir, ['write-tree']);
      delete pair.extra.GIT_INDEX_FILE;
      return tree;
    });
    expect(ours, `after\n${this.#done.slice(-25).join('\n')}`).toEqual(native);
  }

  async #compareAll(): Promise<void> {
    for (const args of [
      ['status'], ['status', '-sb'], ['status', '--porcelain'], ['status', '-z', '-uall'], ['diff'], ['diff', '--staged'], ['diff', '--stat', '--summary'], ['diff', 'HEAD', '-U1'], ['diff', '--numstat', 'HEAD'],
      ['ls-files', '-s'], ['log', '--format=%H %T %P %an %ad %s'], ['log', '--graph', '--oneline', '--all'], ['log', '--graph', '--stat'], ['log', '--name-status', '-M'], ['log', '-p', '--reverse'], ['log', '--oneline', '--', 'src', 'a.txt'],
      ['log', '--oneline', '--topo-order', '--decorate'], ['log', '--shortstat', '--no-merges', '-5'], ['show', '--raw'], ['show', 'HEAD^{tree}'], ['log', '--merges', '--format=%h %s%n%b'],
      ['log', '--grep=commit', '--author=A', '--format=fuller', '-3'], ['diff', 'HEAD~2', 'HEAD', '--name-status'], ['blame', 'HEAD', '--', 'a.txt'], ['ls-files', '-o', '--exclude-standard'],
    ]) await this.#git(args);
  }

  async #git(args: string[]): Promise<string> {
    return (await this.#result(args)).stdout;
  }

  async #result(args: string[]): Promise<{ code: number; stdout: string }> {
    this.#done.push(`git ${args.join(' ')}`);
    const want = pair.native(this.#dirs.native, args);
    const got = await pair.ours(this.#dirs.ours, args);
    const plain = ({ code, stdout, stderr }: typeof want): object => ({ code, stdout, stderr: stderr.replaceAll(/-native|-ours/g, '') });
    expect(plain(got), `after\n${this.#done.slice(-25).join('\n')}`).toEqual(plain(want));
    return want;
  }
}

describe('random histories', () => {
  const seeds = Array.from({ length: SOAK ? 300 : 4 }, (_, at) => SEED * 1000 + at);
  it.each(seeds)('are the same as native git makes them, seed %i [S2.git.status] [S2.git.diff] [S2.git.log] [S2.git.commit] [S2.git.add] [S2.git.reset]', async (seed) => {
    await new History(seed, `history-${seed}`).run(SOAK ? 40 : 18);
  });
});
