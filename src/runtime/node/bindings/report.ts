/** Diagnostic reports (`process.report`): the sections of Node's `src/node_report.cc` that a process in a browser can know. What it cannot (native stack, shared objects, heap spaces, limits) is empty or left out. */
import type { Binding, Internal, NodeRuntime } from '../runtime.ts';

const REPORT_VERSION = 5;

interface Options { Compact: boolean; ExcludeNetwork: boolean; ExcludeEnv: boolean; Directory: string; Filename: string; Signal: string; OnFatalError: boolean; OnSignal: boolean; OnUncaughtException: boolean }

export const reportBinding: Binding = {
  name: 'report',
  create(rt, shape) {
    const options: Options = { Compact: false, ExcludeNetwork: false, ExcludeEnv: false, Directory: '', Filename: '', Signal: 'SIGUSR2', OnFatalError: false, OnSignal: false, OnUncaughtException: false };
    let written = 0;
    for (const name of Object.keys(options) as (keyof Options)[]) {
      shape[name.startsWith('On') ? `shouldReport${name}` : `get${name}`] = () => options[name];
      shape[name.startsWith('On') ? `setReport${name}` : `set${name}`] = (value: never) => {
        options[name] = value;
      };
    }
    return Object.assign(shape, {
      getReport: (error: Internal) => JSON.stringify(describe(rt, options, 'JavaScript API', 'GetReport', null, error), null, options.Compact ? undefined : 2),
      writeReport(event: string, trigger: string, file: string | undefined, error: Internal): string {
        const name = file ?? (options.Filename || defaultName(new Date(), rt.start!.pid, ++written));
        const text = `${JSON.stringify(describe(rt, options, event, trigger, name, error), null, options.Compact ? undefined : 2)}\n`;
        if (name === 'stdout' || name === 'stderr') rt.process[name].write(text);
        else {
          const path = name.startsWith('/') || !options.Directory ? name : `${options.Directory}/${name}`;
          rt.writeError(`\nWriting Node.js report to file: ${name}\n`);
          rt.requireBuiltin('fs').writeFileSync(path, text);
          rt.writeError('Node.js report completed\n');
        }
        return name;
      },
    });
  },
};

/** As Node names report files: local date and time, pid, thread, sequence number. */
function defaultName(now: Date, pid: number, sequence: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `report.${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}.${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.${pid}.0.${String(sequence).padStart(3, '0')}.json`;
}

function describe(rt: NodeRuntime, options: Options, event: string, trigger: string, filename: string | null, error: Internal): object {
  const { process, start } = rt;
  const os = rt.requireBuiltin('os');
  const now = new Date();
  const [message, ...frames] = String(error?.stack ?? error).split('\n');
  const interfaces = Object.entries(os.networkInterfaces() as { [name: string]: { [key: string]: unknown }[] }).flatMap(([name, list]) =>
    list.map(({ internal, mac, address, netmask, family, scopeid }) => ({ name, internal, mac, address, netmask, family, ...(scopeid === undefined ? {} : { scopeid }) })));
  return {
    header: {
      reportVersion: REPORT_VERSION, event, trigger, filename, dumpEventTime: `${now.toISOString().slice(0, 19)}Z`, dumpEventTimeStamp: String(now.getTime()),
      processId: start!.pid, threadId: rt.internalBinding('worker').threadId, cwd: process.cwd(), commandLine: [...start!.argv], nodejsVersion: process.version,
      wordSize: 64, arch: process.arch, platform: process.platform, componentVersions: { ...process.versions }, release: { ...process.release },
      osName: os.type(), osRelease: os.release(), osVersion: os.version(), osMachine: os.machine(),
      cpus: os.cpus().map(({ model, speed, times }: Internal) => ({ model, speed, ...times })),
      ...(options.ExcludeNetwork ? {} : { networkInterfaces: interfaces }),
      host: os.hostname(),
    },
    javascriptStack: { message, stack: frames.map((line) => line.trim()), errorProperties: properties(error) },
    nativeStack: [],
    libuv: [],
    workers: [],
    ...(options.ExcludeEnv ? {} : { environmentVariables: { ...process.env } }),
    sharedObjects: [],
  };
}

/** Own enumerable properties of the error, as text. */
function properties(error: Internal): { [name: string]: string } {
  if (typeof error !== 'object' || error === null) return {};
  return Object.fromEntries(Object.keys(error).map((name) => [name, String(error[name])]));
}
