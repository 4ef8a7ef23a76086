import { namePattern } from './pattern.ts';
import { recognize } from './recognize.ts';
import { quote } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';

/** How other runners are told which tests; one that is unknown gets the pattern as its argument. */
const filters: [RegExp, (pattern: string) => string[]][] = [
  [/\bava\b/, (pattern) => [`--match=*${pattern.replaceAll('*', '')}*`]],
  [/\bplaywright\b/, (pattern) => [`--grep=${namePattern(pattern)}`]],
  [/\bjasmine\b/, (pattern) => [`--filter=${pattern}`]],
  [/\btap\b/, (pattern) => [`--grep=${namePattern(pattern)}`]],
  [/\b(jest|vitest)\b/, (pattern) => ['-t', namePattern(pattern)]],
  [/\bmocha\b/, (pattern) => [`--grep=${namePattern(pattern)}`]],
];

/** Whatever the test script does. What it prints may still be a report that we know. */
export const npm: Framework = {
  name: 'npm',
  command({ manifest }, { pattern, target }) {
    const script = typeof manifest?.scripts.test === 'string' ? manifest.scripts.test : '';
    const filter = pattern === undefined ? [] : filters.find(([name]) => name.test(script))?.[1](pattern) ?? [pattern];
    const given = [...filter, ...(target ? [target.path] : [])];
    return { line: ['npm', 'test', ...(given.length > 0 ? ['--', ...given] : [])].map(quote).join(' '), needs: ['npm'] };
  },
  parse: (run) => recognize(run) ?? nothingFound,
};

