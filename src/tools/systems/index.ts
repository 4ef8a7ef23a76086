/** The five systems, and Tabloom's own tools, to choose from. */
import { toolRegistry } from '../index.ts';
import type { ToolRegistry } from '../registry.ts';
import { actionLlama } from './action-llama.ts';
import { atloop } from './atloop.ts';
import { loomElixir } from './loom-elixir.ts';
import { loomGo } from './loom-go.ts';
import type { SystemName } from './names.ts';
import type { System } from './system.ts';

function tabloom(registry: ToolRegistry): System {
  return { name: 'tabloom', registry, envelope: 'actions', render: (result) => result.output };
}

export const systems: Readonly<Record<SystemName, System>> = {
  tabloom: tabloom(toolRegistry), 'loom-go': loomGo(toolRegistry), 'loom-elixir': loomElixir(toolRegistry), 'action-llama': actionLlama(toolRegistry), atloop: atloop(toolRegistry),
};
