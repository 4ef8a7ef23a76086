import { expect, it } from 'vitest';
import { createSettings, defaultSettings } from '../../src/project/settings.ts';

function storage(saved: string | null) {
  const written: string[] = [];
  return { written, getItem: () => saved, setItem: (_key: string, value: string) => { written.push(value); } };
}

it('takes known values only: a damaged or foreign record cannot break the start', () => {
  const saved = JSON.stringify({ theme: 'dark', engine: 'somewhere', model: 7, baseUrl: 'http://x/v1', other: true });
  expect(createSettings(storage(saved)).getState()).toEqual({ ...defaultSettings, theme: 'dark', baseUrl: 'http://x/v1' });
  expect(createSettings(storage('{broken')).getState()).toEqual(defaultSettings);
  expect(createSettings(storage('null')).getState()).toEqual(defaultSettings);
});

it('keeps whose tools the model knows, if there is such a system', () => {
  expect(createSettings(storage(JSON.stringify({ system: 'atloop' }))).getState().system).toBe('atloop');
  expect(createSettings(storage(JSON.stringify({ system: 'other' }))).getState().system).toBe('tabloom');
});

it('saves each change', () => {
  const place = storage(null);
  createSettings(place).setState({ theme: 'light' });
  expect(place.written.map((text) => JSON.parse(text))).toEqual([{ ...defaultSettings, theme: 'light' }]);
});

it('goes on without storage', () => {
  const refused = { getItem: () => { throw new Error('refused'); }, setItem: () => { throw new Error('refused'); } };
  const settings = createSettings(refused);
  settings.setState({ theme: 'dark' });
  expect(settings.getState().theme).toBe('dark');
});
