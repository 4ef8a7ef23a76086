const js = (s) => 'data:text/javascript,' + encodeURIComponent(s);
globalThis.log = []; const leaf = js('log.push("leaf")'); const mid = js(`import "${leaf}"; log.push("mid")`); const top = js(`import "${mid}"; import "${leaf}"; log.push("top")`);
await import(top); await import(mid); console.log(log);
