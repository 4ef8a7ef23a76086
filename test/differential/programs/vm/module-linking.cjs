// node: --experimental-vm-modules --no-warnings
// What modules ask for, and how they are linked by hand.
const { SourceTextModule } = require('node:vm');
const told = (run) => { try { console.log(run()); } catch (e) { console.log(e.name, e.code, e.message); } };
const asking = new SourceTextModule('import a from "a"; import { b } from "b" with { type: "json" }; import source S from "a"; import source from "c"; import "d"; export * from "e";');
console.log(asking.moduleRequests);
told(() => { 'use strict'; asking.moduleRequests[0].attributes.type = 'json'; });
const foo = new SourceTextModule('export { bar } from "bar"; export * from "bar"');
foo.linkRequests([new SourceTextModule('export const bar = 42, baz = 1;')]);
told(() => { foo.instantiate(); return Reflect.ownKeys(foo.namespace); });
told(() => new SourceTextModule('import "x"').instantiate());
told(() => new SourceTextModule('export default 1').instantiate());
const outer = new SourceTextModule('import bar from "bar"', { identifier: 'file://foo' });
outer.linkRequests([new SourceTextModule('import "unknown"', { identifier: 'file://bar' })]);
told(() => outer.instantiate());
const one = new SourceTextModule('export default 5;'), two = new SourceTextModule('');
told(() => new SourceTextModule('import foo from "foo"; import source Foo from "foo"').linkRequests([one, two]));
told(() => new SourceTextModule('import foo from "foo"; import source Foo from "foo"', { identifier: 'named' }).linkRequests([one, one]));
const withSource = new SourceTextModule('import source x from "y"', { identifier: 'with' });
withSource.linkRequests([one]);
told(() => withSource.instantiate());
told(() => new SourceTextModule('import source from from "y"').moduleRequests[0].phase);
