/** What a test framework is to us: how it is called for a project, and how its report is read. */
import type { HostResult } from '../../host/protocol.ts';
import type { RunnerCall } from './script.ts';
import type { TestReport, TestRun } from './report.ts';

export const frameworkNames = ['go', 'jest', 'vitest', 'node', 'mocha', 'pytest', 'unittest', 'npm'] as const;
export type FrameworkName = (typeof frameworkNames)[number];

/** The folder whose tests are run. */
export interface TestFolder extends HostResult<'project'> {
  /** Its package.json; undefined where there is none. */
  manifest: PackageManifest | undefined;
}

export interface PackageManifest {
  name: string | undefined;
  scripts: Readonly<Record<string, unknown>>;
  /** Names of everything it depends on, in any way. */
  dependencies: ReadonlySet<string>;
  /** Its top-level keys; `jest` and `mocha` are configurations. */
  keys: ReadonlySet<string>;
}

export interface TestRequest {
  pattern: string | undefined;
  /** What of the folder is wanted, relative to it. */
  target: { path: string; type: 'file' | 'dir' } | undefined;
  /** Absolute path of the file for the report. */
  report: string;
  /** Absolute folder of our own reporters. */
  reporters: string;
  /** The call in the test script, when that is of this framework. */
  call: RunnerCall | undefined;
}

export interface TestCommand {
  /** A line for the shell. */
  line: string;
  env?: Record<string, string>;
  /** Programs without which there is nothing to run; the first that is missing is named. */
  needs: readonly string[];
}

export interface Framework {
  name: FrameworkName;
  /** Whether the report is on standard output, which is then kept whole. */
  stdout?: boolean;
  command(folder: TestFolder, request: TestRequest): TestCommand;
  parse(run: TestRun, folder: TestFolder): TestReport;
  /** Whether the run shows that the framework itself is not installed. */
  missing?(run: TestRun): boolean;
  /** The output for people, where standard output is not that. */
  raw?(run: TestRun): string;
}
