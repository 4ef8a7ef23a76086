import { parseJunit } from './junit.ts';
import { pytestPattern } from './pattern.ts';
import { quote } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';

export const pytest: Framework = {
  name: 'pytest',
  command(_folder, { pattern, target, report }) {
    // `tests/test_a.py::test_b` names one test and is no expression.
    const id = pattern !== undefined && /\.py(::|$)/.test(pattern) ? [pattern] : [];
    const filter = pattern === undefined || id.length > 0 ? [] : ['-k', pytestPattern(pattern)];
    const line = ['python3', '-m', 'pytest', '-rA', `--junitxml=${report}`, ...filter, ...(id.length > 0 ? id : target ? [target.path] : [])].map(quote).join(' ');
    return { line, needs: ['python3'] };
  },
  missing: ({ stderr }) => /No module named '?pytest'?$/m.test(stderr),
  parse: (run) => parseJunit(run.report) ?? nothingFound,
};
