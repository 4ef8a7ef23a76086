import { defineConfig } from 'vitest/config';

/** The contract suite against StackBlitz's hosted engine; `npm test` never runs it. */
export default defineConfig({ test: { include: ['test/contract/stackblitz.ts'], testTimeout: 120_000, hookTimeout: 180_000 } });
