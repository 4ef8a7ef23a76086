/** The sibling hosts of one port. */
import { expect, test } from 'playwright/test';

test('plain localhost leads to the app', async ({ page, baseURL }) => {
  await page.goto(`http://localhost:${new URL(baseURL!).port}/`);
  await page.waitForURL(baseURL!);
  await expect(page.getByRole('heading', { name: 'Tabloom' })).toBeVisible({ timeout: 60_000 });
});

test('the address of a preview without its sandbox says so, and leads back', async ({ page, baseURL }) => {
  const { host } = new URL(baseURL!);
  await page.goto(`http://3000-abc.${host}/some/path`);
  await expect(page.getByRole('heading', { name: 'The sandbox is not open' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Tabloom' })).toHaveAttribute('href', `http://${host}/`);
  expect(page.url()).toBe(`http://3000-abc.${host}/some/path`);
});

test('a reload does not fetch again what did not change', async ({ page, baseURL }) => {
  const asset = `http://sandbox.${new URL(baseURL!).host}/runtime/kernel.js`;
  const first = await page.request.get(`http://127.0.0.1:${new URL(baseURL!).port}/runtime/kernel.js`, { headers: { host: new URL(asset).host } });
  expect(first.status()).toBe(200);
  const again = await page.request.get(`http://127.0.0.1:${new URL(baseURL!).port}/runtime/kernel.js`, { headers: { host: new URL(asset).host, 'if-none-match': first.headers().etag! } });
  expect(again.status()).toBe(304);
});

test('a host that is not ours is refused', async ({ page, baseURL }) => {
  const answer = await page.request.get(`http://127.0.0.1:${new URL(baseURL!).port}/`, { headers: { host: 'rebound.example' } });
  expect(answer.status()).toBe(421);
});
