// argv: one two
process.stdout.write('no newline');
process.stdout.write('\n');
process.stderr.write('to stderr\n');
console.log(process.argv.slice(2));
console.error('%s is %d', 'x', 5);
process.stdout.write(Buffer.from('bytes\n'), () => console.log('written'));
console.log(process.stdout.writableLength, process.stdout.writableHighWaterMark);
process.stdin.on('end', () => console.log('stdin ended')); process.stdin.resume();
