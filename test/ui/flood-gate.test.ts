import { expect, it } from 'vitest';
import { floodGate } from '../../src/ui/terminal/flood-gate.ts';

it('draws everything while the screen keeps up, and a bounded part with a mark when it does not', () => {
  const drawn: string[] = [];
  const done: (() => void)[] = [];
  const write = floodGate((text, finished) => {
    drawn.push(text);
    done.push(finished);
  }, 100);
  write('a'.repeat(60));
  write('b'.repeat(60));
  write('c'.repeat(60));
  write('d'.repeat(20));
  expect(drawn.map((text) => text[0])).toEqual(['a', 'b']);
  done.shift()!();
  expect(drawn).toHaveLength(2);
  done.shift()!();
  expect(drawn[2]).toBe('\x1b[0m\r\n[80 characters left out: the program prints faster than they can be drawn]\r\n');
  write('e');
  expect(drawn[3]).toBe('e');
});
