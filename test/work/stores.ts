/** The shared work over records in memory and files in a map, with a clock that a test sets. */
import { AppError } from '../../src/shared/errors.ts';
import { openWork, type Work } from '../../src/work/open-work.ts';
import type { ProjectFiles } from '../../src/work/project-files.ts';
import { memoryRecords } from '../../src/work/store/memory-records.ts';
import type { Records } from '../../src/work/store/tables.ts';

export interface TestWork extends Work {
  files: Map<string, string>;
  clock: { now: number };
}

let channels = 0;

export function testWork({ files = {}, records = memoryRecords(), answerWithinMs, channelName = `test-${++channels}` }: { files?: Record<string, string>; records?: Records; answerWithinMs?: number; channelName?: string } = {}): TestWork {
  const map = new Map(Object.entries(files));
  const clock = { now: 1_000_000 };
  const work = openWork({ project: 'demo', records, now: () => clock.now, channelName, ...(answerWithinMs === undefined ? {} : { answerWithinMs }) }, mapFiles(map));
  return { ...work, files: map, clock };
}

function mapFiles(files: Map<string, string>): ProjectFiles {
  const folders = (below: string, file: string): { name: string; head: string }[] => [...files]
    .filter(([path]) => path.startsWith(`${below}/`) && path.endsWith(`/${file}`) && path.split('/').length === below.split('/').length + 2)
    .map(([path, head]) => ({ name: path.split('/').at(-2)!, head }));
  return {
    readText: async (path) => files.get(path),
    async readRange(path, { offset, limit }) {
      const text = files.get(path);
      if (text === undefined) throw new AppError('not_found', `File not found: ${path}`);
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const content = lines.slice(offset - 1, limit === undefined ? undefined : offset - 1 + limit).join('');
      return { content, size: text.length, file_type: 'text', start_line: offset, end_line: lines.length, total_lines: lines.length, truncated: false };
    },
    writeText: async (path, text) => void files.set(path, text),
    async agentFiles() {
      const skills = folders('.agents/skills', 'SKILL.md').map((skill) => ({ ...skill, files: [...files.keys()].filter((path) => path.startsWith(`.agents/skills/${skill.name}/`)).map((path) => path.slice(`.agents/skills/${skill.name}/`.length)) }));
      return { skills, agents: folders('.agents', 'AGENT.md') };
    },
  };
}
