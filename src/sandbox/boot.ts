/** From nothing to a sandbox with its tools in it. */
import type { FileSystemTree, WebContainer } from '@webcontainer/api';
import { HOST_FOLDER } from '../host/folder.ts';
import { AppError } from '../shared/errors.ts';
import { HISTORY_FILE } from './history-file.ts';
import type { Engine, Sandbox } from './sandbox.ts';

/** The steps in their order; each is reported when it begins, and once more when it is done. */
export const bootSteps = ['client', 'engine', 'programs', 'tool-host'] as const;
export type BootStep = (typeof bootSteps)[number];

export interface BootStatus {
  step: BootStep;
  state: 'started' | 'done';
}

export interface BootOptions {
  /** Where `/headless` is served; undefined for the client's own default engine. */
  origin: string | undefined;
  /** Name of the project's folder below `/home`. */
  workdirName: string;
  /** The project's own name, whose previews no other project may share an origin with; folders may be called alike. The same for all boots of a page. */
  project?: string;
  /** Source of one of our programs by its name. */
  loadProgram?: (name: string) => Promise<string>;
  onStatus?: (status: BootStatus) => void;
  /**
   * Called as soon as the engine answers, with what works already; the tools are placed meanwhile. `placed` resolves when `git` can be called, which a
   * terminal should wait for: a command that is typed before would not be found. Its failure fails the boot.
   */
  onEngine?: (engine: Engine, placed: Promise<void>) => Promise<void>;
}

/**
 * Boots the one sandbox that a page can have and starts the tool host in it. The project's files may be mounted before or after the tools are there.
 * @throws AppError `boot_failed` with the step in its data.
 */
export async function bootSandbox({ origin, workdirName, project, loadProgram = fetchProgram, onStatus = () => undefined, onEngine = async () => undefined }: BootOptions): Promise<Sandbox> {
  const step = async <T>(name: BootStep, work: () => Promise<T>): Promise<T> => {
    onStatus({ step: name, state: 'started' });
    try {
      const result = await work();
      onStatus({ step: name, state: 'done' });
      return result;
    } catch (error) {
      const cause = AppError.from(error);
      throw new AppError('boot_failed', cause.message, { cause, data: { step: name, code: cause.code } });
    }
  };
  // Fetched while the engine starts.
  const sources = loadPrograms(loadProgram);
  sources.catch(() => undefined);
  const { WebContainer } = await step('client', () => loadClient(origin, project));
  const container = await step('engine', () => WebContainer.boot({ coep: 'require-corp', workdirName, forwardPreviewErrors: true }));
  try {
    const engine = engineOf(container);
    const placed = step('programs', () => placePrograms(engine, sources));
    await Promise.all([onEngine(engine, placed), placed]);
    return await step('tool-host', () => withToolHost(engine, { TABLOOM_SYSTEM_BIN: '1' }));
  } catch (error) {
    container.teardown();
    throw error;
  }
}

/** Loads what a boot needs before it is wanted: a tab that may have to take over is quicker with it. */
export async function prefetchSandbox(origin: string | undefined, project: string): Promise<void> {
  await Promise.all([loadClient(origin, project), loadHostClient(), loadPrograms(fetchProgram)]);
}

async function loadClient(origin: string | undefined, project: string | undefined): Promise<typeof import('@webcontainer/api')> {
  if (origin === undefined) return import('@webcontainer/api');
  // The client reads the address once, while it loads.
  (globalThis as { WEBCONTAINER_API_IFRAME_URL?: string }).WEBCONTAINER_API_IFRAME_URL = origin;
  const client = await import('@webcontainer/api');
  // What the client calls a key is the embedder's name to our engine (`runtime/frames/config.ts`). After the first boot it takes none.
  if (project !== undefined && !named) client.configureAPIKey(project);
  named = true;
  return client;
}
let named = false;

/** Sources of the programs that Tabloom brings, by name. */
export type Programs = Record<(typeof programNames)[number], string>;

const programNames = ['host.cjs', 'git.cjs', 'search.cjs', 'tabloom.cjs', 'node-reporter.cjs', 'mocha-reporter.cjs'] as const;

/** Those of them that people type. */
const COMMANDS = ['git', 'tabloom'];

export async function loadPrograms(loadProgram: (name: string) => Promise<string>): Promise<Programs> {
  return Object.fromEntries(await Promise.all(programNames.map(async (name) => [name, await loadProgram(name)] as const))) as Programs;
}

/** Writes the programs that Tabloom brings into the project's `.tabloom` folder. */
export async function placePrograms(engine: Engine, programs: Programs | Promise<Programs>): Promise<void> {
  const file = (contents: string): FileSystemTree[string] => ({ file: { contents } });
  const sources = await programs;
  const folder: FileSystemTree = {
    ...Object.fromEntries(programNames.map((name) => [name, file(sources[name])])), 'package.json': file('{"type":"commonjs"}\n'), io: { directory: {} },
    // The tool host does this once more, with the right path of node; but people type faster than it starts.
    bin: { directory: Object.fromEntries(COMMANDS.map((name) => [name, file(`#!/usr/bin/node\nrequire(${JSON.stringify(`${engine.workdir}/${HOST_FOLDER}/${name}.cjs`)}).main();\n`)])) },
  };
  await engine.mount({ [HOST_FOLDER]: { directory: folder } });
  // The client's files have no modes.
  const chmod = await engine.spawn('chmod', ['755', ...COMMANDS.map((name) => `${HOST_FOLDER}/bin/${name}`)]);
  await chmod.exit;
}

/** With the checks of its messages it is larger than all else that the start needs, so it waits until the page is on its way. */
const loadHostClient = (): Promise<typeof import('./host-client.ts')> => import('./host-client.ts');

/** Starts the tool host in an engine that has the programs. */
export async function withToolHost(engine: Engine, env: Record<string, string> = {}): Promise<Sandbox> {
  const { createHostClient } = await loadHostClient();
  const host = createHostClient(engine, env);
  await host.start();
  return {
    ...engine,
    host,
    env: toolsEnv(engine),
    teardown() {
      host.stop();
      engine.teardown();
    },
  };
}

/** What terminals start with; valid before the tools are in place. */
export function toolsEnv({ workdir, path }: Pick<Engine, 'workdir' | 'path'>): Sandbox['env'] {
  // The home directory is as new with every page; the project's folder comes back.
  return { PATH: `${workdir}/${HOST_FOLDER}/bin:${path}`, HISTFILE: `${workdir}/${HISTORY_FILE}` };
}

/** The client's instance is a class with private state: its methods must not be called detached from it. */
function engineOf(container: WebContainer): Engine {
  return {
    workdir: container.workdir,
    path: container.path,
    fs: container.fs,
    spawn: (command, args, options) => container.spawn(command, args, options),
    mount: (tree, options) => container.mount(tree, options),
    export: ((path: string, options: { format: 'json' }) => container.export(path, options)) as NonNullable<Engine['export']>,
    on: ((event: 'error', listener: (error: { message: string }) => void) => container.on(event, listener)) as Engine['on'],
    teardown: () => container.teardown(),
  };
}

async function fetchProgram(name: string): Promise<string> {
  const response = await fetch(`/host/${name}`);
  if (!response.ok) throw new AppError('program_missing', `/host/${name} answered ${response.status}`);
  return response.text();
}
