import type { PartOf } from '../electron/stand-in.ts';

type Crossing = Map<unknown, unknown>;

/**
 * What Electron's `contextBridge` does to a value between the preload's world and the page's
 * (shell/renderer/api/electron_api_context_bridge.cc): functions become functions that copy arguments, results and
 * errors, of an error only the message remains, objects lose their prototype.
 *
 * Here both worlds are one, so it copies although it need not. Sent to the browser as text (see page-script.ts).
 */
export function makeWorldCrossing() {
  const unknownError =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  /** The function behind each one that crossed, which gets the former back when it returns. */
  const originals = new WeakMap<object, object>();

  function passFunction(call: (...args: unknown[]) => unknown): unknown {
    const crossed = (...args: unknown[]): unknown => {
      const passed = args.map((argument) => pass(argument));
      let result: unknown;
      try {
        result = call(...passed);
      } catch (error) {
        const message: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'message');
        throw new Error(typeof message === 'string' ? message : unknownError);
      }
      return pass(result);
    };
    originals.set(crossed, call);
    return crossed;
  }

  function passObject(value: object, seen: Crossing): unknown {
    if (Array.isArray(value)) {
      const copy: unknown[] = [];
      seen.set(value, copy);
      for (const item of value) copy.push(pass(item, seen));
      return copy;
    }
    const copied = [Date, RegExp, Map, Set, ArrayBuffer].some((kind) => value instanceof kind);
    if (copied || ArrayBuffer.isView(value)) return structuredClone(value);
    if (value instanceof Node || value instanceof Blob) return value;
    const copy: Record<string, unknown> = {};
    seen.set(value, copy);
    for (const [key, item] of Object.entries(value)) copy[key] = pass(item, seen);
    return copy;
  }

  function pass(value: unknown, seen: Crossing = new Map()): unknown {
    if (seen.has(value)) return seen.get(value);
    if (typeof value === 'function') {
      const crossed = originals.get(value) ?? passFunction(value as (...args: unknown[]) => unknown);
      seen.set(value, crossed);
      return crossed;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Error) return new Error(value.message);
    if (value instanceof Promise) {
      return value.then(
        (result) => pass(result),
        (reason) => Promise.reject(pass(reason)),
      );
    }
    return passObject(value, seen);
  }

  return pass;
}

/** The page's `contextBridge`: exposes a frozen copy on `window`. Sent to the browser as text (see page-script.ts). */
export function makeContextBridge() {
  const pass = makeWorldCrossing();

  function freeze(value: unknown): void {
    if (typeof value === 'function') Object.freeze(value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
      return;
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  }

  return {
    exposeInMainWorld(name: string, api: unknown): void {
      if (Object.hasOwn(window, name)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      const exposed = pass(api);
      freeze(exposed);
      Object.defineProperty(window, name, { value: exposed, enumerable: true });
    },
  } satisfies PartOf<Electron.ContextBridge>;
}
