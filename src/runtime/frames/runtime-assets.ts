/** The files of the runtime, each fetched once for all frames. */
import { FIRST_ASSETS } from './messages.ts';

export class RuntimeAssets {
  private readonly names: readonly string[];
  private readonly warn: (message: string) => void;
  private readonly fetched = new Map<string, Promise<Blob>>();

  /** `names`: those that the build made. `warn` is told of each that cannot be fetched. */
  constructor(names: readonly string[], warn: (message: string) => void) {
    this.names = names;
    this.warn = warn;
  }

  /** One that failed is asked for anew by the next call, for the network may be back. @throws Error */
  get(name: string): Promise<Blob> {
    let blob = this.fetched.get(name);
    if (!blob) {
      blob = this.load(name);
      this.fetched.set(name, blob);
      blob.catch((error: unknown) => {
        this.fetched.delete(name);
        this.warn(`Tabloom: a part of the sandbox could not be loaded (${String(error)})`);
      });
    }
    return blob;
  }

  private async load(name: string): Promise<Blob> {
    if (!this.names.includes(name)) throw new Error(`runtime/${name} is not a part of this build`);
    const response = await fetch(`runtime/${name}`, { priority: FIRST_ASSETS.includes(name) ? 'high' : 'low' });
    if (!response.ok) throw new Error(`runtime/${name}: ${response.status} ${response.statusText}`);
    return response.blob();
  }
}
