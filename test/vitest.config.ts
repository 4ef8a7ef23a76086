import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    globalSetup: ['test/support/shared-build.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A machine that is busy takes longer; what does not come at all still fails.
    expect: { poll: { timeout: 15_000 } },
    // Browser suites each start a Chromium; two at a time is what a two-core machine carries.
    maxWorkers: 2,
  },
});
