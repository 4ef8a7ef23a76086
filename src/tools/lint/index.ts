import type { LintAdapter, Linter } from './adapter.ts';
import { biome } from './biome.ts';
import { eslint } from './eslint.ts';
import { golangciLint } from './golangci-lint.ts';
import { pylint } from './pylint.ts';
import { tsc } from './tsc.ts';

export const lintAdapters: { readonly [L in Linter]: LintAdapter } = { 'golangci-lint': golangciLint, eslint, biome, pylint, tsc };
