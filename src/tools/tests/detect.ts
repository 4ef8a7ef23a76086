/** Which test framework a project uses, and how to call it. */
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export interface NodeTestPlan {
  framework: 'node';
  /** Arguments after `node`, without reporter and pattern. */
  args: string[];
}

const others = ['vitest', 'jest', 'mocha', 'ava', 'tap', 'playwright'];

/** @throws AppError `not_configured` when there is nothing to go by, or another framework than node:test. */
export async function detectTests(sandbox: Sandbox, asked: 'node' | undefined, signal: AbortSignal): Promise<NodeTestPlan> {
  const script = await testScript(sandbox, signal);
  const args = script === undefined ? undefined : nodeTestArgs(script);
  if (args) return { framework: 'node', args };
  if (asked === 'node') return { framework: 'node', args: ['--test'] };
  const other = script === undefined ? undefined : others.find((name) => new RegExp(`\\b${name}\\b`).test(script));
  if (other) throw new AppError('not_configured', `unsupported framework: ${other}. Run it with run_command instead.`);
  if (script !== undefined) throw new AppError('not_configured', `failed to detect test framework: the test script is ${JSON.stringify(script)}. Run it with run_command, or set framework to "node".`);
  throw new AppError('not_configured', `failed to detect test framework: could not detect test framework in ${sandbox.workdir}`);
}

async function testScript(sandbox: Sandbox, signal: AbortSignal): Promise<string | undefined> {
  const file = await sandbox.host.call('read', { path: 'package.json', offset: 1, max_chars: 1_000_000 }, { signal }).catch((error: unknown) => {
    if (AppError.from(error).code === 'not_found') return undefined;
    throw error;
  });
  if (!file) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(file.content);
  } catch (error) {
    throw new AppError('not_configured', `failed to detect test framework: package.json is not valid JSON (${(error as Error).message})`, { cause: error });
  }
  const scripts = isRecord(parsed) && isRecord(parsed.scripts) ? parsed.scripts : {};
  return typeof scripts.test === 'string' ? scripts.test : undefined;
}

/** The script's arguments when it is a plain call of `node --test`; reporters are ours to choose. */
function nodeTestArgs(script: string): string[] | undefined {
  const words = script.trim().split(/\s+/);
  if (words[0] !== 'node' || !words.includes('--test') || /[|&;<>$`"'\\]/.test(script)) return undefined;
  return words.slice(1).filter((word) => !/^--test-reporter(-destination)?=/.test(word));
}
