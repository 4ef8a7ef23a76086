/** The five systems, and Tabloom's own tools, to choose from. */
import { cappedOutput } from '../execute.ts';
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

/** Views hand on metadata, which has no bound of its own when a program has taken the tool host's place. */
const bounded = (system: System): System => ({ ...system, render: (result) => cappedOutput(system.render(result)) });

export const systems: Readonly<Record<SystemName, System>> = {
  tabloom: bounded(tabloom(toolRegistry)), 'loom-go': bounded(loomGo(toolRegistry)), 'loom-elixir': bounded(loomElixir(toolRegistry)),
  'action-llama': bounded(actionLlama(toolRegistry)), atloop: bounded(atloop(toolRegistry)),
};
