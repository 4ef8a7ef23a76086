/** A reporter for Vitest that notes each suite as it ends, one JSON line each, so that a long run that was stopped can be gone on with. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from '../../src/build/paths.ts';
import { firstLine, type SoakRow } from './soak-journal.ts';

export default class SoakReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const of = (state: string) => tests.filter((test) => test.result().state === state);
    const failures = of('failed').map((test) => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`);
    const name = relative(root, module.moduleId).replaceAll('\\', '/');
    // One whose preparation failed has no failed test, only tests that did not run.
    if (module.state() === 'failed' && failures.length === 0) failures.push(`${name} as a whole: ${firstLine((module.errors()[0] ?? [...module.children.suites()].flatMap((suite) => suite.errors())[0])?.message)}`);
    const row: SoakRow = { name, passed: of('passed').length, failed: failures.length, skipped: of('skipped').length, seconds: module.diagnostic().duration / 1000, failures };
    appendFileSync(process.env.TABLOOM_SOAK_JOURNAL!, `${JSON.stringify(row)}\n`);
  }
}
