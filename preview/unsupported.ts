/**
 * Anything that the preview doesn't implement throws a named error on first use instead of returning `undefined`.
 *
 * The error and `strict` are also sent to the browser as text (see page-script.ts), so they use nothing from outside.
 */

/** The app uses a part of Electron that the preview doesn't implement. */
export class PreviewUnsupportedError extends Error {
  override readonly name = 'PreviewUnsupportedError';

  /** `path`: the API without the leading `electron.`, such as `app.getFileIcon`. */
  constructor(path: string) {
    super(`electron.${path} is not implemented in the preview`);
  }
}

/**
 * Wraps an object so that reading or setting a missing property throws {@link PreviewUnsupportedError}.
 *
 * Symbols, `then` and `toJSON` stay readable, because the language reads them on any object (`await`,
 * `JSON.stringify`).
 */
export function strict<T extends object>(path: string, target: T): T {
  const languageProbes = new Set<string | symbol>(['then', 'toJSON', '$$typeof', 'asymmetricMatch']);
  const has = (key: string | symbol) => key in target || typeof key === 'symbol';
  return new Proxy(target, {
    get(object, key, receiver) {
      if (has(key) || languageProbes.has(key)) return Reflect.get(object, key, receiver);
      throw new PreviewUnsupportedError(`${path}.${String(key)}`);
    },
    set(object, key, value, receiver) {
      if (has(key)) return Reflect.set(object, key, value, receiver);
      throw new PreviewUnsupportedError(`${path}.${String(key)}`);
    },
  });
}

/** A placeholder for an unimplemented export: it can be imported, but any use throws. */
export function unsupported(path: string): object {
  const fail = (key?: string | symbol): never => {
    throw new PreviewUnsupportedError(key === undefined ? path : `${path}.${String(key)}`);
  };
  return new Proxy(class {}, {
    get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : fail(key)),
    set: (_, key) => fail(key),
    construct: () => fail(),
    apply: () => fail(),
  });
}

/** Hooks for instances of a {@link strictClass}. */
export interface InstanceRules<Instance> {
  /** Wraps the instance before it becomes strict. */
  guard?(instance: Instance): Instance;
  /** Called with every new instance before the app gets it. */
  onCreate?(instance: Instance): void;
}

/** A class whose statics and instances are {@link strict}. */
export function strictClass<Class extends new (...args: never[]) => object>(
  path: string,
  target: Class,
  rules: InstanceRules<InstanceType<Class>> = {},
): Class {
  const withStrictInstances = new Proxy(target, {
    construct(made, args, newTarget) {
      const plain = Reflect.construct(made, args, newTarget) as InstanceType<Class>;
      const instance = strict(path, rules.guard?.(plain) ?? plain);
      rules.onCreate?.(instance);
      return instance;
    },
  });
  return strict(path, withStrictInstances);
}
