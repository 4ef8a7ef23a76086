/** npm's own copy, which the build puts into the program: its forty files cost more to load than the rest of it takes (`build/npm-pack.ts`). */
declare module 'semver/functions/satisfies.js' {
  const satisfies: import('./lockfile.ts').Satisfies;
  export default satisfies;
}
