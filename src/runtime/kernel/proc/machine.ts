/** Files of `/proc` about the machine. What a browser does not tell is left out or is what `os` of Node says in this sandbox. */
import { SYSTEM } from '../../abi/system.ts';
import type { ProcessRecord } from '../process/process-record.ts';

/** As `os.totalmem()` and `os.freemem()` say, in kB: a browser tells neither. */
const TOTAL_KB = 4096 * 1024;
const FREE_KB = 2048 * 1024;

/** Cores, as `os.cpus()` counts them. */
const cores = (): number => Math.max(1, Math.min(4, globalThis.navigator?.hardwareConcurrency || 1));

export function cpuinfo(): string {
  return Array.from({ length: cores() }, (_, i) => `processor\t: ${i}\nvendor_id\t: Tabloom\nmodel name\t: WebAssembly\ncpu cores\t: ${cores()}\n\n`).join('');
}

export function meminfo(): string {
  const line = (name: string, kb: number): string => `${`${name}:`.padEnd(16)}${String(kb).padStart(8)} kB\n`;
  return line('MemTotal', TOTAL_KB) + line('MemFree', FREE_KB) + line('MemAvailable', FREE_KB) + line('SwapTotal', 0) + line('SwapFree', 0);
}

/** No load is measured; the counts of processes are. */
export function loadavg(processes: ReadonlyMap<number, ProcessRecord>): string {
  return `0.00 0.00 0.00 ${[...processes.values()].filter((process) => process.alive && process.interruptWait === null).length}/${processes.size} ${Math.max(...processes.keys())}\n`;
}

export function uptime(bootMs: number): string {
  const seconds = (Date.now() - bootMs) / 1000;
  return `${seconds.toFixed(2)} ${(seconds * cores()).toFixed(2)}\n`;
}

export function version(): string {
  return `${SYSTEM.name} version ${SYSTEM.release} (${SYSTEM.host}) ${SYSTEM.version}\n`;
}

/** `/proc/sys/kernel`. */
export const KERNEL: { readonly [name: string]: string } = { hostname: SYSTEM.host, osrelease: SYSTEM.release, ostype: SYSTEM.name, version: SYSTEM.version };
