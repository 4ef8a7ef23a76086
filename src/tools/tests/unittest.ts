import { parseUnittest } from './unittest-text.ts';
import { quote } from './script.ts';
import { nothingFound } from './report.ts';
import type { Framework } from './framework.ts';

export const unittest: Framework = {
  name: 'unittest',
  command(_folder, { pattern, target }) {
    const filter = pattern === undefined ? [] : ['-k', pattern.replaceAll(' > ', '.')];
    const what = target?.type === 'file' ? ['-v', ...filter, target.path] : ['discover', '-v', ...filter, ...(target ? ['-s', target.path] : [])];
    return { line: ['python3', '-m', 'unittest', ...what].map(quote).join(' '), needs: ['python3'] };
  },
  parse: (run) => parseUnittest(run) ?? nothingFound,
};
