/** What the shared work needs of the project's files. Whoever opens the work gives it, usually over the tool host, which confines every path. */
export interface ProjectFiles {
  /** Whole text of a file; undefined when there is none. @throws AppError when it cannot be read as text */
  readText(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Lines from `offset` (counted from 1), `limit` of them; throws AppError `not_found`. */
  readRange(path: string, range: { offset: number; limit?: number | undefined; max_chars: number }, signal?: AbortSignal): Promise<FileRange>;
  writeText(path: string, text: string, signal?: AbortSignal): Promise<void>;
  /** What `.agents` describes. */
  agentFiles(signal?: AbortSignal): Promise<AgentFiles>;
}

export interface FileRange {
  content: string;
  size: number;
  file_type: 'text' | 'binary';
  /** 0 and 0 when nothing is returned. */
  start_line: number;
  end_line: number;
  total_lines: number;
  truncated: boolean;
}

export interface AgentFiles {
  /** Folders of `.agents/skills` with a SKILL.md: its beginning, and the paths of the other files. */
  skills: { name: string; head: string; files: string[] }[];
  /** Folders of `.agents` with an AGENT.md. */
  agents: { name: string; head: string }[];
}

/** Characters of SKILL.md and AGENT.md that are read for their front matter. */
export const HEAD_CHARS = 8_000;
