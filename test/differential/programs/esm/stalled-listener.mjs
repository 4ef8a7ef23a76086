// The listener of 'exit' finds the code of an entry point that waits for ever, and may set another.
process.on('exit', (code) => {
  console.log(code, process.exitCode);
  process.exitCode = 42;
});
await new Promise(() => {});
