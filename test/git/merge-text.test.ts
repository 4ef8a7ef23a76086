/** The three-way merge of texts beside native git's: every file of one `git merge` has to come out byte for byte the same, markers included. */
import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeTexts } from '../../src/git/merge/three-way-text.ts';
import { random, sample } from '../support/sample.ts';

const options = { labels: { ours: 'HEAD', base: '', theirs: 'theirs' } };

let home: string;
beforeAll(() => { home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'tabloom-merge-'))); });
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

/** A whole number below `below`, the next of a repeatable row. */
function numbers(seed: number): (below: number) => number {
  const next = random(seed);
  return (below) => Math.floor(next() * below);
}

/** Few different lines, so that they repeat and blocks can slide. */
function edited(lines: readonly string[], next: (below: number) => number, words: number): string[] {
  const out = [...lines];
  for (let edits = next(4); edits >= 0; edits--) {
    const at = next(out.length + 1);
    const kind = next(4);
    const fresh = Array.from({ length: 1 + next(4) }, () => `w${next(words)}`);
    if (kind === 0) out.splice(at, 0, ...fresh);
    else if (kind === 1) out.splice(at, 1 + next(4));
    else if (kind === 2) out.splice(at, fresh.length, ...fresh);
    else {
      const moved = out.splice(at, 1 + next(3));
      out.splice(next(out.length + 1), 0, ...moved);
    }
  }
  return out;
}

interface Case { base: string; ours: string; theirs: string }

function makeCase(seed: number): Case {
  const next = numbers(seed);
  const words = [3, 12, 60][seed % 3]!;
  const lines = Array.from({ length: next(60) }, () => `w${next(words)}`);
  const end = seed % 7 === 0 ? '\r\n' : '\n';
  const text = (of: readonly string[]): string => of.join(end) + (of.length > 0 && next(8) > 0 ? end : '');
  const ours = edited(lines, next, words);
  return { base: text(lines), ours: text(ours), theirs: text(next(10) === 0 ? edited(ours, next, words) : edited(lines, next, words)) };
}

function nativeMerge(cases: readonly Case[], style: 'merge' | 'diff3', extra: string[] = []): string[] {
  const dir = fs.mkdtempSync(join(home, 'repo-'));
  const git = (...args: string[]): void => void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', 'core.autocrlf=false', ...args], { cwd: dir, stdio: 'pipe' });
  const commit = (side: keyof Case): void => {
    cases.forEach((one, at) => fs.writeFileSync(join(dir, `f${at}`), one[side], 'latin1'));
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', side);
  };
  git('init', '-q', '-b', 'main');
  commit('base');
  git('checkout', '-q', '-b', 'theirs');
  commit('theirs');
  git('checkout', '-q', 'main');
  commit('ours');
  spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', `merge.conflictStyle=${style}`, 'merge', '-q', ...extra, 'theirs'], { cwd: dir });
  return cases.map((_, at) => fs.readFileSync(join(dir, `f${at}`), 'latin1'));
}

function ours({ base, ours: left, theirs }: Case, more: object = {}): string {
  if (left === theirs || base === theirs) return left;
  if (base === left) return theirs;
  return mergeTexts(base, left, theirs, { ...options, ...more }).text;
}

describe('merging texts like native git', () => {
  const seeds = sample(Array.from({ length: 6000 }, (_, at) => at), 200);
  const cases = seeds.map(makeCase);

  it('random edits of both sides', () => {
    const native = nativeMerge(cases, 'merge');
    const wrong = cases.flatMap((one, at) => (ours(one) === native[at] ? [] : [{ seed: seeds[at], ...one, ours: ours(one), native: native[at] }]));
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(native.filter((text) => text.includes('<<<<<<< HEAD')).length).toBeGreaterThan(cases.length / 5);
  }, 120_000);

  it.each(['ours', 'theirs'] as const)('conflicts decided for %s', (favor) => {
    const some = cases.slice(0, 80);
    const native = nativeMerge(some, 'merge', ['-X', favor]);
    expect(some.map((one) => ours(one, { favor }))).toEqual(native);
  }, 60_000);

  it('the base of each conflict', () => {
    const some = cases.slice(0, 80);
    const native = nativeMerge(some, 'diff3').map((text) => text.replace(/^(\|{7}) [0-9a-f]+/gm, '$1'));
    const wrong = some.flatMap((one, at) => (ours(one, { style: 'diff3' }) === native[at] ? [] : [{ ...one, ours: ours(one, { style: 'diff3' }), native: native[at] }]));
    expect(wrong.slice(0, 1)).toEqual([]);
  }, 60_000);

  it('lines that occur more often than anything can be found by', () => {
    const many = 'x\n'.repeat(200);
    const cases: Case[] = [{ base: many, ours: `a\n${many}`, theirs: `${many}b\n` }, { base: many, ours: many.slice(20), theirs: `${many}y\n` }];
    expect(cases.map((one) => ours(one))).toEqual(nativeMerge(cases, 'merge'));
  });

  it('nothing, one line, and a line without its end', () => {
    const texts = ['', 'a\n', 'a', 'b\n', 'b', 'a\nb', '\n'];
    const all = texts.flatMap((base) => texts.flatMap((left) => texts.map((theirs) => ({ base, ours: left, theirs }))));
    expect(all.map((one) => ours(one))).toEqual(nativeMerge(all, 'merge'));
  }, 60_000);
});
