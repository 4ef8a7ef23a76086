/** Loom (Elixir), S2: shell and git, and the file tools that the same system has beside them. */
import { toLoomElixir } from '../views/loom-elixir.ts';
import { systemRegistry } from './system.ts';
import type { System } from './system.ts';
import type { ToolRegistry } from '../registry.ts';

export function loomElixir(all: ToolRegistry): System {
  return {
    name: 'loom-elixir',
    registry: systemRegistry(all, ['shell', 'git', 'file_read', 'file_write', 'file_edit', 'file_search', 'content_search', 'directory_list']),
    envelope: 'actions',
    render(result) {
      const view = toLoomElixir(result);
      return 'ok' in view ? view.ok : view.error;
    },
  };
}
