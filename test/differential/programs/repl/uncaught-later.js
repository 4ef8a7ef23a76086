// An error thrown later is shown in the form the REPL gives it, and is `_error` then.
const repl=require('repl'); const {PassThrough}=require('stream');
const i=new PassThrough(), o=new PassThrough(); let acc=''; o.on('data',(d)=>acc+=d);
const s=repl.start({prompt:'> ',input:i,output:o,terminal:false,useColors:false,replMode:repl.REPL_MODE_STRICT,preview:false});
i.write(`_error;
throw new Error('foo');
_error;
fs.readdirSync('/nonexistent?');
_error.code;
_error.syscall;
setImmediate(() => { throw new Error('baz'); }); undefined;
`);
process.on('exit', () => console.log(acc));
setImmediate(() => setImmediate(() => setImmediate(() => { i.write('_error.message;\n'); i.end(); })));
