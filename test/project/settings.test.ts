import { expect, it, vi } from 'vitest';
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

it('takes over what another tab chose, and does not answer it', () => {
  let listener: (event: object) => void = () => undefined;
  vi.stubGlobal('addEventListener', (_type: string, added: typeof listener) => { listener = added; });
  let saved = '{}';
  const written: string[] = [];
  const place = { getItem: () => saved, setItem: (_key: string, value: string) => { written.push(value); } };
  const settings = createSettings(place);
  saved = JSON.stringify({ ...defaultSettings, theme: 'dark', peersServer: 'wss://x', laterSetting: 1 });
  listener({ key: 'another', storageArea: place });
  expect(settings.getState().theme).toBe('system');
  listener({ key: 'tabloom.settings', storageArea: place });
  expect(settings.getState()).toEqual({ ...defaultSettings, theme: 'dark', peersServer: 'wss://x' });
  // Two tabs with different versions of the page would answer each other for ever.
  expect(written).toEqual([]);
  settings.setState({ peersTeam: 'y' });
  expect(written.map((text) => JSON.parse(text))).toEqual([{ ...defaultSettings, theme: 'dark', peersServer: 'wss://x', peersTeam: 'y' }]);
  vi.unstubAllGlobals();
});
