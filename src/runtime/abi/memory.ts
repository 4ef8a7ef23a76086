/** How much memory workers hold: the kernel asks the frame it was started by, which alone can have the browser measure it. */

export interface MeasureRequest { t: 'measure' }
/** Bytes of JavaScript's heap by doorbell slot, for the workers that the browser told apart. Empty where it measures nothing. */
export interface MeasureReply { t: 'measured'; bytes: [slot: number, bytes: number][] }
