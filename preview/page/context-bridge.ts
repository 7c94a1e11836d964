import type { PartOf } from '../electron/stand-in.ts';

/**
 * The page's `contextBridge`: exposes a frozen copy of the preload's object on `window`, like the real one.
 *
 * Functions are shared, because preload and page run in one JavaScript world here.
 *
 * Sent to the browser as text (see page-script.ts).
 */
export function makeContextBridge() {
  function copy(value: unknown): unknown {
    if (typeof value === 'function') return (...args: unknown[]) => value(...args);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return Object.freeze(value.map(copy));
    if (value instanceof Date || value instanceof Promise || ArrayBuffer.isView(value)) return value;
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)])));
  }

  return {
    exposeInMainWorld(name: string, api: unknown): void {
      if (Object.hasOwn(window, name)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      Object.defineProperty(window, name, { value: copy(api), enumerable: true });
    },
  } satisfies PartOf<Electron.ContextBridge>;
}
