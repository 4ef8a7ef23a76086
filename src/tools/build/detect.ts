/**
 * How a project is built. The documents' order, except that what is set up and installed comes before what is set up only: a project in Go and JavaScript
 * is built by npm where there is no Go. A package.json without a build script means npm only when there is nothing else.
 */
import { AppError } from '../../shared/errors.ts';
import type { ProjectFacts } from '../project-facts.ts';
import { builders } from './adapters.ts';
import type { Builder } from './adapters.ts';

/** In the order in which they are tried. @throws AppError `not_configured` when there are none. */
export function detectBuilders({ names, package_json, workdir }: ProjectFacts, installed: (builder: Builder) => boolean): Builder[] {
  const any = (pattern: RegExp): boolean => [...names].some((name) => pattern.test(name));
  const found: Builder[] = [];
  if (names.has('go.mod')) found.push('go');
  if (package_json && Object.hasOwn(package_json.scripts, 'build')) found.push('npm');
  if (any(/^(?:GNUm|[Mm])akefile$/)) found.push('make');
  if (names.has('Cargo.toml')) found.push('cargo');
  if (names.has('pom.xml')) found.push('maven');
  if (any(/^(?:build|settings)\.gradle(?:\.kts)?$/)) found.push('gradle');
  if (any(/^vite\.config\.[cm]?[jt]s$/) || package_json?.dependencies.has('vite')) found.push('vite');
  if (names.has('tsconfig.json')) found.push('tsc');
  if (found.length === 0 && any(/\.go$/)) found.push('go');
  if (found.length === 0 && package_json) found.push('npm');
  if (found.length === 0) throw new AppError('not_configured', `failed to detect build framework: could not detect build framework in ${workdir}`);
  return found.sort((a, b) => Number(installed(b)) - Number(installed(a)) || builders.indexOf(a) - builders.indexOf(b));
}

const byProgram: Record<string, Builder> = {
  go: 'go', npm: 'npm', pnpm: 'npm', yarn: 'npm', npx: 'npm', node: 'npm', webpack: 'npm', rollup: 'npm', esbuild: 'npm', make: 'make', gmake: 'make', gcc: 'make', cc: 'make',
  'g++': 'make', clang: 'make', cargo: 'cargo', rustc: 'cargo', mvn: 'maven', mvnw: 'maven', gradle: 'gradle', gradlew: 'gradle', javac: 'gradle', vite: 'vite', tsc: 'tsc',
};

/** The first program of a command line, without variables in front of it and without its folder; undefined where the line begins with something else. */
export function programOfCommand(command: string): string | undefined {
  const found = /^\s*(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"'`$]*)\s+)*([\w./+-]+)(?=\s|$|;|&|\|)/.exec(command);
  return found?.[1];
}

export function builderOfCommand(command: string): Builder | undefined {
  const program = programOfCommand(command)?.replace(/^.*\//, '');
  return program !== undefined && Object.hasOwn(byProgram, program) ? byProgram[program] : undefined;
}

/** Programs whose absence is worth saying before a shell says `not found`. */
export const TOOLCHAINS = ['go', 'make', 'gcc', 'cc', 'g++', 'clang', 'cargo', 'rustc', 'mvn', 'gradle', 'javac', 'java', 'vite', 'tsc', 'npm'];
