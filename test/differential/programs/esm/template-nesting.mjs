const f = (s, ...v) => s.raw.join('|') + v.join(','); const t = (x) => `a${`b${x ? `c${{ d: `e${x}` }.d}` : `}`}`}f`;
console.log(t(1), t(0), f`x${1}y${`z${2}`}w\n`, `${(() => { return `}`; })()}`, `\${no}`, `\``, `${'`'}`, `line
two`, String.raw`\u{`, f`${{}.x ?? `import x from 'y'`}`);
export { t as 'export default' };
