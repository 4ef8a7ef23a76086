import { defineConfig } from 'vitest/config';
import { SOAK } from './support/sample.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    globalSetup: ['test/support/shared-build.ts'],
    // Twenty times the rounds in one test, on a machine that may have other work: a random search of 20,000 patterns ran out of two minutes.
    testTimeout: SOAK ? 600_000 : 120_000,
    hookTimeout: 180_000,
    // A machine that is busy takes longer; what does not come at all still fails.
    expect: { poll: { timeout: 15_000 } },
    // Browser suites each start a Chromium; two at a time is what a two-core machine carries.
    maxWorkers: 2,
  },
});
