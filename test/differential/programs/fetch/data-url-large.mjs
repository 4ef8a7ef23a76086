// Long data: URLs, whose bytes become text on the way.
for (const size of [5, 65_534, 65_535, 65_536, 200_000, 1_000_000]) {
  const bytes = Buffer.alloc(size, 'abcdefg');
  const answer = await fetch(`data:application/octet-stream;base64,${bytes.toString('base64')}`, { credentials: 'same-origin' });
  console.log(size, answer.ok, answer.headers.get('content-type'), bytes.equals(Buffer.from(await answer.arrayBuffer())));
}
console.log((await (await fetch(`data:text/plain,${'%41'.repeat(100_000)}`)).text()).length);
