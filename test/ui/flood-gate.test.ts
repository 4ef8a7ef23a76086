import { expect, it } from 'vitest';
import { floodGate } from '../../src/ui/terminal/flood-gate.ts';

const screen = () => {
  const drawn: string[] = [];
  const done: (() => void)[] = [];
  const write = floodGate((text, finished) => {
    drawn.push(text);
    done.push(finished);
  }, 100);
  return { drawn, done, write };
};

it('draws everything while the screen keeps up, and a bounded part with a mark when it does not', () => {
  const { drawn, done, write } = screen();
  write('a'.repeat(60));
  write('b'.repeat(60));
  write('c'.repeat(60));
  write(`${'d'.repeat(20)}\n`);
  expect(drawn.map((text) => text[0])).toEqual(['a', 'b']);
  done.shift()!();
  expect(drawn).toHaveLength(2);
  done.shift()!();
  expect(drawn[2]).toBe('\x1b[0m\r\n[81 characters left out: the program prints faster than they can be drawn]\r\n');
  write('e');
  expect(drawn[3]).toBe('e');
});

it('shows how a flood ended: the prompt after it is not among what was left out', () => {
  const { drawn, done, write } = screen();
  write('y\n'.repeat(60));
  for (let line = 0; line < 100; line++) write(`line ${line}\r\n`);
  write('^C\r\n~ $ ');
  expect(drawn).toHaveLength(1);
  done.shift()!();
  const all = Array.from({ length: 100 }, (_, line) => `line ${line}\r\n`).join('');
  const end = 'line 96\r\nline 97\r\nline 98\r\nline 99\r\n^C\r\n~ $ ';
  expect(drawn[1]).toBe(`\x1b[0m\r\n[${all.length - 'line 96\r\nline 97\r\nline 98\r\nline 99\r\n'.length} characters left out: the program prints faster than they can be drawn]\r\n${end}`);
});

it('leaves out nothing of what is little more than fits', () => {
  const { drawn, done, write } = screen();
  write('a'.repeat(101));
  write('rest');
  done.shift()!();
  expect(drawn).toEqual(['a'.repeat(101), 'rest']);
});
