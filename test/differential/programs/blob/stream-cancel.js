// Cancelling a blob's stream (isomorphic-git probes for CompressionStream this way).
(async () => {
  const stream = new Blob(['abc', 'def']).stream();
  await stream.cancel('enough');
  const parts = [];
  for await (const part of new Blob(['one ', 'two']).stream()) parts.push(Buffer.from(part).toString());
  console.log(parts.join('|'), await new Blob(['x'.repeat(10)]).slice(2, 5).text());
})();
