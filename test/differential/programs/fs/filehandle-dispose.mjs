// `await using` closes a handle and a directory.
import fs from 'node:fs';
import { open, opendir } from 'node:fs/promises';
let kept;
{
  await using h = await open('f', 'w');
  kept = h;
  console.log(h.fd > 0);
}
console.log(kept.fd);
fs.mkdirSync('d');
{
  await using dir = await opendir('d');
  console.log(dir.path);
}
{
  using dir = fs.opendirSync('d');
  console.log(await dir.read());
}
console.log('end');
