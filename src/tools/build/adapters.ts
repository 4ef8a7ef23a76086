/** How each build system is called, and whose words its output may hold. */
import { AppError } from '../../shared/errors.ts';
import { isSolution } from '../tsconfig.ts';
import type { ProjectFacts } from '../project-facts.ts';
import { esbuildOutput, rolldownOutput, rollupOutput, viteFailure, webpackOutput } from './bundlers.ts';
import { cargoOutput, gccOutput, goOutput, gradleOutput, javacOutput, kotlinOutput, makeOutput, mavenOutput } from './native.ts';
import type { OutputParser } from './output.ts';
import { nodeOutput, npmOutput, plainError, shellOutput } from './scripts.ts';
import { tscOutput } from './tsc-output.ts';

export const builders = ['go', 'npm', 'make', 'cargo', 'maven', 'gradle', 'vite', 'tsc'] as const;
export type Builder = (typeof builders)[number];

export interface BuildAdapter {
  /** The program that has to be there, as it is called. */
  program: string;
  /** Arguments after the program. @throws AppError `not_configured` when the project has nothing of that kind to build. */
  args(facts: ProjectFacts, target: string | undefined): string[];
  parsers: readonly OutputParser[];
  /** What to do about a program that is not there. */
  missing?: string;
  /** Lines of one stream explain lines of the other: make says on one where it is, compilers complain on the other. */
  in_order?: boolean;
}

const javascript = [tscOutput, viteFailure, rolldownOutput, esbuildOutput, webpackOutput, rollupOutput, nodeOutput, npmOutput, shellOutput];
const native = 'It is a native program, of which there is no build for this sandbox.';

export const buildAdapters: { readonly [B in Builder]: BuildAdapter } = {
  go: { program: 'go', missing: native, args: (_facts, target) => ['build', ...(target === undefined ? [] : ['-o', target]), './...'], parsers: [goOutput] },
  npm: { program: 'npm', args: (facts, target) => ['run', script(facts, target ?? 'build')], parsers: [...javascript, plainError] },
  make: { program: 'make', args: (_facts, target) => (target === undefined ? [] : [target]), parsers: [gccOutput, makeOutput, ...javascript, shellOutput], in_order: true },
  cargo: { program: 'cargo', missing: native, args: (_facts, target) => ['build', ...(target === undefined ? [] : ['--bin', target])], parsers: [cargoOutput] },
  maven: { program: 'mvn', missing: 'It needs Java, of which there is no build for this sandbox.', args: (_facts, target) => ['-B', target ?? 'compile'], parsers: [mavenOutput, javacOutput] },
  gradle: { program: 'gradle', missing: 'It needs Java, of which there is no build for this sandbox.', args: (_facts, target) => ['--console=plain', target ?? 'build'], parsers: [javacOutput, kotlinOutput, gradleOutput] },
  vite: { program: 'vite', missing: 'Install it with npm: npm install -D vite', args: (_facts, target) => ['build', ...(target === undefined ? [] : ['--outDir', target])], parsers: [...javascript, plainError] },
  tsc: {
    program: 'tsc', missing: 'Install it with npm: npm install -D typescript',
    args: (facts, target) => [...(isSolution(facts.texts['tsconfig.json']) ? ['-b'] : target === undefined ? [] : ['-p']), ...(target === undefined ? [] : [target]), '--pretty', 'false'],
    parsers: [tscOutput],
  },
};

/** For a command that is nobody's in particular. */
export const allParsers: readonly OutputParser[] = [...new Set([
  ...javascript, goOutput, javacOutput, gccOutput, makeOutput, mavenOutput, kotlinOutput, gradleOutput, cargoOutput, plainError,
])];

function script({ package_json }: ProjectFacts, name: string): string {
  if (!package_json) throw new AppError('not_configured', 'There is no package.json here.');
  if (Object.hasOwn(package_json.scripts, name)) return name;
  const others = Object.keys(package_json.scripts);
  throw new AppError('not_configured', `package.json has no "${name}" script.${others.length === 0 ? '' : ` Its scripts: ${others.join(', ')}`}`);
}
