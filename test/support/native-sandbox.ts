/** The sandbox port over this machine's own node, in a temporary folder: for tests of what lies above the port. */
import { spawn } from 'node:child_process';
import { existsSync, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileSystemTree } from '@webcontainer/api';
import { testHostPrograms } from './shared-build.ts';
import { loadPrograms, placePrograms, withToolHost } from '../../src/sandbox/boot.ts';
import type { Engine, Sandbox, SandboxProcess } from '../../src/sandbox/sandbox.ts';

let programs: ReturnType<typeof testHostPrograms> | undefined;

export interface NativeSandbox extends Sandbox {
  /** Ends the host and removes the folder. */
  dispose(): Promise<void>;
}

export async function nativeSandbox(files: Record<string, string> = {}): Promise<NativeSandbox> {
  const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'tabloom-test-')));
  for (const [name, text] of Object.entries(files)) {
    await fs.mkdir(dirname(join(root, name)), { recursive: true });
    await fs.writeFile(join(root, name), text);
  }
  programs ??= testHostPrograms({ minify: false });
  const built = await programs;
  const engine = nativeEngine(root);
  await placePrograms(engine, loadPrograms(async (name) => new TextDecoder().decode(built.get(`host/${name}`))));
  const sandbox = await withToolHost(engine);
  return {
    ...sandbox,
    async dispose() {
      sandbox.teardown();
      await Promise.all(engine.exits);
      await fs.rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function nativeEngine(root: string): Engine & { exits: Promise<number>[] } {
  const exits: Promise<number>[] = [];
  const at = (path: string): string => join(root, path);
  const files = {
    readdir: (path: string, options: { withFileTypes: true }) => fs.readdir(at(path), options),
    readFile: (path: string, encoding?: BufferEncoding) => (encoding === undefined ? fs.readFile(at(path)) : fs.readFile(at(path), encoding)),
    writeFile: (path: string, data: string | Uint8Array) => fs.writeFile(at(path), data),
    mkdir: (path: string, options?: { recursive: boolean }) => fs.mkdir(at(path), options),
    rm: (path: string, options?: object) => fs.rm(at(path), options),
    rename: (from: string, to: string) => fs.rename(at(from), at(to)),
  };
  return {
    exits, workdir: root, path: process.env.PATH ?? '', fs: files as unknown as Engine['fs'],
    async spawn(command, args, options = {}) {
      const started = startNative(root, command, args, options.env);
      exits.push(started.exit);
      return started;
    },
    async mount(tree) {
      await writeTree(root, tree as FileSystemTree);
    },
    on: () => () => undefined,
    teardown: () => undefined,
  };
}

/** Echoes its input into its output as a terminal would, so that the line protocol is tested against that. */
function startNative(root: string, command: string, args: string[], env: SpawnEnv): SandboxProcess {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...own } = process.env;
  const child = spawn(command === 'node' ? process.execPath : command, args, { cwd: root, env: { ...own, ...(env as Record<string, string>) } });
  const exit = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 137)));
  let emit: (text: string) => void = () => undefined;
  const output = new ReadableStream<string>({
    start(controller) {
      emit = (text) => controller.enqueue(text.replaceAll('\n', '\r\n'));
      child.stdout.setEncoding('utf8').on('data', emit);
      child.stderr.setEncoding('utf8').on('data', emit);
      child.once('close', () => controller.close());
    },
  });
  const input = new WritableStream<string>({
    write(text) {
      emit(text);
      child.stdin.write(text);
    },
  });
  child.stdin.on('error', () => undefined);
  return { exit, input, output, kill: () => void child.kill('SIGKILL'), resize: () => undefined };
}

type SpawnEnv = Record<string, string | number | boolean> | undefined;

async function writeTree(folder: string, tree: FileSystemTree): Promise<void> {
  for (const [name, node] of Object.entries(tree)) {
    const path = join(folder, name);
    if ('directory' in node) {
      if (!existsSync(path)) await fs.mkdir(path, { recursive: true });
      await writeTree(path, node.directory);
    } else if ('file' in node && 'contents' in node.file) {
      await fs.writeFile(path, node.file.contents);
    }
  }
}
