/** Biome 1 and 2: the `github` report, whose form is stable and has lines and columns (that of the JSON changes between releases). */
import { projectPath } from '../diagnostics.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { asArgument } from './adapter.ts';
import type { LintAdapter } from './adapter.ts';

const NATIVE = 'Biome is a native program, of which there is no build for this sandbox.';

export const biome: LintAdapter = {
  program: 'biome',
  plan({ program, targets }) {
    return { argv: [program, 'lint', '--reporter=github', '--max-diagnostics=none', ...(targets?.map((target) => asArgument(target.path)) ?? ['.'])], report: false, found: (code) => code === 1 };
  },
  retry({ stderr }, request) {
    if (!/max-diagnostics/.test(stderr)) return undefined;
    const plan = biome.plan(request);
    return { ...plan, argv: plan.argv.filter((word) => word !== '--max-diagnostics=none') };
  },
  parse({ workdir, stdout, exit_code }) {
    const violations = stdout.split('\n').flatMap((line) => annotation(line, workdir));
    return { violations, parse: violations.length > 0 || exit_code === 0 ? 'text' : 'none' };
  },
  cannot_run({ stderr, combined }) {
    return /prebuilt binaries for your platform|Cannot find module '@biomejs\/cli-|package is missing/.test(`${stderr}\n${combined}`) ? NATIVE : undefined;
  },
  missing: NATIVE,
};

/** `::error title=lint/style/noVar,file=a.js,line=1,endLine=1,col=1,endColumn=10::message`. */
function annotation(line: string, workdir: string): Diagnostic[] {
  const found = /^::(error|warning|notice) (.*?)::(.*)$/.exec(line);
  if (!found) return [];
  const [, kind, properties, message] = found;
  const values = new Map(properties!.split(',').map((property) => [property.split('=')[0]!, unescape(property.slice(property.indexOf('=') + 1))]));
  return [{
    file: projectPath(values.get('file') ?? '', workdir), line: Number(values.get('line')) || 0, column: Number(values.get('col')) || 0,
    severity: kind === 'notice' ? 'info' : kind as 'error' | 'warning', message: unescape(message!), rule: values.get('title') ?? '', source: 'biome',
  }];
}

const escapes: Record<string, string> = { '25': '%', '0D': '\r', '0A': '\n', '3A': ':', '2C': ',' };

function unescape(text: string): string {
  return text.replace(/%(25|0D|0A|3A|2C)/gi, (_whole, code: string) => escapes[code.toUpperCase()]!);
}
