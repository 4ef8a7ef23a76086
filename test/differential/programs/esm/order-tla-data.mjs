const js = (s) => 'data:text/javascript,' + encodeURIComponent(s);
globalThis.log = []; const slow = js('log.push("slow 1"); await new Promise((r) => setTimeout(r, 3)); log.push("slow 2")'); const fast = js('log.push("fast 1"); await null; log.push("fast 2")');
await import(js(`import "${slow}"; import "${fast}"; log.push("both")`)); console.log(log);
