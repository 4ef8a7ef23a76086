import { expect, it } from 'vitest';
import { createSecretStore } from '../../src/project/secrets.ts';

it('in a frame of another page touches no storage, and says that it remembers nothing', async () => {
  // There is no database in this test at all: any look at it would throw.
  const secrets = createSecretStore('test', true);
  expect(await secrets.get('key')).toBeUndefined();
  await secrets.set('key', 'sk-1', { remember: false });
  expect(await secrets.get('key')).toBe('sk-1');
  await expect(secrets.set('key', 'sk-2', { remember: true })).rejects.toMatchObject({ code: 'storage_refused' });
  expect(await secrets.get('key')).toBe('sk-2');
  await secrets.forget('key');
  expect(await secrets.get('key')).toBeUndefined();
});
