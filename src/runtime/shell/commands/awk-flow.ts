/** How awk programs leave statements. */
import type { Value } from './awk-values.ts';

/** Leaves statements: next, exit, return, break, continue. */
export class Flow extends Error {
  readonly code = 'EFLOW';
  readonly kind: 'next' | 'nextfile' | 'exit' | 'return' | 'break' | 'continue';
  readonly value: Value;
  constructor(kind: Flow['kind'], value?: Value) {
    super(kind);
    this.kind = kind;
    this.value = value;
  }
}
