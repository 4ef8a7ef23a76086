/**
 * Which linter a project is set up for. A configuration counts, and the exact name of a dependency; a stray source file only when there is nothing better.
 * What is set up and installed comes before what is set up only: a project in Go and JavaScript is linted by ESLint where there is no golangci-lint.
 */
import { AppError } from '../../shared/errors.ts';
import type { ProjectFacts } from '../project-facts.ts';
import { linters } from './adapter.ts';
import type { Linter } from './adapter.ts';
import { ESLINT_PACKAGE } from './eslint.ts';

export const LINT_FILES = ['tsconfig.json', 'setup.cfg', 'pyproject.toml', ESLINT_PACKAGE];

/** In the order in which they are tried. @throws AppError `not_configured` when there are none. */
export function detectLinters(facts: ProjectFacts, installed: (linter: Linter) => boolean): Linter[] {
  const { names, texts, package_json } = facts;
  const any = (pattern: RegExp): boolean => [...names].some((name) => pattern.test(name));
  const found: Linter[] = [];
  if (names.has('go.mod') || any(/^\.golangci\.(ya?ml|toml|json)$/)) found.push('golangci-lint');
  if (any(/^eslint\.config\.[cm]?[jt]s$/) || any(/^\.eslintrc(\.(js|cjs|mjs|json|ya?ml))?$/) || package_json?.has('eslintConfig') || package_json?.dependencies.has('eslint')) found.push('eslint');
  if (any(/^\.?biome\.jsonc?$/) || package_json?.dependencies.has('@biomejs/biome')) found.push('biome');
  if (any(/^\.?pylintrc(\.toml)?$/) || /^\[tool\.pylint[.\]]/m.test(texts['pyproject.toml'] ?? '') || /^\[pylint[.\]]/im.test(texts['setup.cfg'] ?? '')) found.push('pylint');
  if (names.has('tsconfig.json')) found.push('tsc');
  if (found.length === 0 && any(/\.go$/)) found.push('golangci-lint');
  if (found.length === 0 && any(/\.py$/)) found.push('pylint');
  if (found.length === 0) {
    throw new AppError('not_configured', `failed to detect linter framework: could not detect linter framework in ${facts.workdir}`);
  }
  return [...found].sort((a, b) => Number(installed(b)) - Number(installed(a)) || linters.indexOf(a) - linters.indexOf(b));
}
