import { goText, parseGoJson } from './go-json.ts';
import { goPattern } from './pattern.ts';
import { quote } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';
import type { TestCase } from './report.ts';

export const go: Framework = {
  name: 'go',
  stdout: true,
  command(_folder, { pattern, target }) {
    // A file alone would be compiled without the rest of its package.
    const folder = target?.type === 'file' ? target.path.slice(0, Math.max(0, target.path.lastIndexOf('/'))) : target?.path ?? '';
    const packages = target?.type === 'file' ? (folder === '' ? '.' : `./${folder}`) : folder === '' ? './...' : `./${folder}/...`;
    return { line: ['go', 'test', '-json', ...(pattern === undefined ? [] : ['-run', goPattern(pattern)]), packages].map(quote).join(' '), needs: ['go'] };
  },
  parse(run, folder) {
    const report = parseGoJson(run) ?? nothingFound;
    // Go names a test's file without its folder, which is the package below the module.
    const module = /^module\s+(\S+)/m.exec(folder.texts['go.mod'] ?? '')?.[1];
    const place = (test: TestCase): TestCase => {
      if (test.file === undefined || test.file.includes('/') || module === undefined || !test.package.startsWith(`${module}/`)) return test;
      return { ...test, file: `${test.package.slice(module.length + 1)}/${test.file}` };
    };
    return { ...report, tests: report.tests.map(place) };
  },
  raw: ({ stdout, stderr }) => [goText(stdout), stderr.trim()].filter((part) => part !== '').join('\n'),
};
