const repl = require('repl');
const { PassThrough } = require('stream');
const input = new PassThrough(),
  output = new PassThrough();
let o = '';
output.on('data', (d) => (o += d));
const r = repl.start({ prompt: '? ', input, output, terminal: false });
r.context.foo = 41;
r.defineCommand('hi', {
  help: 'h',
  action(n) {
    this.output.write('hi ' + n + '\n');
    this.displayPrompt();
  },
});
input.write('foo+1\n.hi bob\nvar z=3\nz*2\n[1,2].map(x=>x*foo)\n');
setTimeout(() => {
  console.log(o);
  r.close();
}, 200);
r.on('exit', () => console.log('exit'));
