/** Tells the browser in the page's head about the scripts that the entry is going to ask for, so that they are fetched beside it instead of after it. */
import type { Plugin } from 'vite';

/** Modules loaded by `import()` on every start, by the end of their path. The editor is not one: it waits until the page is idle. */
const EARLY = ['src/page.tsx', 'src/open-workspace.ts', 'src/ui/terminal/terminal-session.ts', '@webcontainer/api/dist/index.js'];

export function preloadEarly(): Plugin {
  return {
    name: 'preload-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const scripts = new Set<string>();
        const styles = new Set<string>();
        const add = (name: string): void => {
          const chunk = chunks.find((candidate) => candidate.fileName === name);
          if (!chunk || chunk.isEntry || scripts.has(name)) return;
          scripts.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
          for (const next of chunk.imports) add(next);
        };
        for (const end of EARLY) {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end));
          if (!chunk) throw new Error(`no script of the page begins with ${end}`);
          add(chunk.fileName);
        }
        // Vite has named those that the entry imports itself.
        return [
          ...[...scripts].filter((name) => !html.includes(name)).map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` }, injectTo: 'head' as const })),
          ...[...styles].map((name) => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` }, injectTo: 'head' as const })),
        ];
      },
    },
  };
}
