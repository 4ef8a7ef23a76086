/** All test frameworks. One more: its file, its name in `framework.ts`, and one line here. */
import { go } from './go.ts';
import { jest } from './jest.ts';
import { mocha } from './mocha.ts';
import { node } from './node.ts';
import { npm } from './npm.ts';
import { pytest } from './pytest.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';
import type { Framework, FrameworkName } from './framework.ts';

export const frameworks: { readonly [Name in FrameworkName]: Framework } = { go, jest, vitest, node, mocha, pytest, unittest, npm };
