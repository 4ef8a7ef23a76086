/** `tabloom status` for people. */
import type { PeersStatus } from '../../shared/peers-status.ts';
import { spanText } from '../../shared/span-text.ts';

const RUNS = { running: 'works', waiting: 'waits', parked: 'goes on soon' } as const;
const CALLS = { pending: 'waits for its turn', running: 'is being answered', completed: 'done', error: 'failed' } as const;

/** Lines in sections, each with its count; columns are as wide as their longest word. */
export function statusText({ now, alone, paused, tabs, runs, locks, calls, waits }: PeersStatus): string {
  if (alone !== null) return `This tab works by itself: ${plain(alone)}\n`;
  const over = (state: string): boolean => state === 'completed' || state === 'error';
  const sections = [
    section('Tabs', tabs.length, '', tabs.map(({ name, owner, since, silent }) => [name, owner ? 'runs the project' : '', silent ? 'does not answer' : `here for ${spanText(now - since)}`])),
    section('Active agents', runs.length, 'No agent works now.', runs.map(({ agent, state, status, tab, since }) => [agent, RUNS[state], `in ${tab}`, `for ${spanText(now - since)}`, status === '' ? '' : `"${status}"`])),
    section('Locks', locks.length, 'Nothing is locked.', locks.map(({ key, agent, tab, expires }) => [key, `held by ${agent}`, `in ${tab}`, `${spanText(expires - now)} left`])),
    section('Calls', calls.filter(({ state }) => !over(state)).length, 'No calls.', calls.map(({ caller, target, state, tab, created, ended }) =>
      [`${caller} -> ${target}`, CALLS[state], ended === null ? `for ${spanText(now - created)}` : `took ${spanText(ended - created)}`, tab === null ? '' : `in ${tab}`])),
    section('Waiting', waits.length, 'No agent waits.', waits.map(({ agent, waits_for, tab, until }) => [agent, `in ${tab}`, `${spanText(until - now)} left`, `for ${waits_for}`])),
  ];
  return sections.join('\n') + (paused ? '\nCalls are paused: a person paused them in the peers view.\n' : '');
}

function section(title: string, count: number, empty: string, rows: readonly string[][]): string {
  if (rows.length === 0) return `${title} (0)\n  ${empty}\n`;
  const clean = rows.map((row) => row.map(plain));
  const widths = clean[0]!.map((_cell, column) => Math.max(...clean.map((row) => row[column]!.length)));
  return `${title} (${count})\n${clean.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).filter((cell) => cell !== '').join('  ').trimEnd()}\n`).join('')}`;
}

/** Agents and people choose these words: none of them may move the cursor or begin a line. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
