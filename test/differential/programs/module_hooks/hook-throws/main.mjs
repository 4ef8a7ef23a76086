import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);
for (const name of ['throw', 'reject', 'bad-url', 'no-source', 'null']) {
  await import(`case:${name}`).catch((error) => console.log(name, error.constructor.name, error.code, error.message));
}
