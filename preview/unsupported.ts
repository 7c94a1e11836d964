/**
 * The preview's rule for everything it does not do: a named error at first touch, never a quiet `undefined`.
 *
 * Both exports are also sent to the browser as text (see page-script.ts), so they use nothing from outside.
 */

/** Thrown when the app uses a part of Electron that the preview does not have. */
export class PreviewUnsupportedError extends Error {
  override readonly name = 'PreviewUnsupportedError';

  /** `path` is what was touched, without the leading `electron.`, such as `app.relaunch`. */
  constructor(path: string) {
    super(`electron.${path} is not implemented in the preview`);
  }
}

/**
 * The same object, but reading or setting a property that it does not have throws {@link PreviewUnsupportedError}.
 *
 * Symbols, `then` and `toJSON` stay readable: the language asks every object for them (`await`, `JSON.stringify`).
 */
export function strict<T extends object>(path: string, target: T): T {
  const askedByTheLanguage = new Set<string | symbol>(['then', 'toJSON', '$$typeof', 'asymmetricMatch']);
  const has = (key: string | symbol) => key in target || typeof key === 'symbol';
  return new Proxy(target, {
    get(object, key, receiver) {
      if (has(key) || askedByTheLanguage.has(key)) return Reflect.get(object, key, receiver);
      throw new PreviewUnsupportedError(`${path}.${String(key)}`);
    },
    set(object, key, value, receiver) {
      if (has(key)) return Reflect.set(object, key, value, receiver);
      throw new PreviewUnsupportedError(`${path}.${String(key)}`);
    },
  });
}

/** Stands for a whole export that the preview lacks: it can be imported, and throws when used in any way. */
export function unsupported(path: string): object {
  const refuse = (key?: string | symbol): never => {
    throw new PreviewUnsupportedError(key === undefined ? path : `${path}.${String(key)}`);
  };
  return new Proxy(class {}, {
    get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : refuse(key)),
    set: (_, key) => refuse(key),
    construct: () => refuse(),
    apply: () => refuse(),
  });
}

/** How {@link strictClass} treats what its class makes. */
export interface InstanceRules<Instance> {
  /** Wraps the instance once more, inside of strictness. */
  guard?(instance: Instance): Instance;
  /** Told of every instance, as the app sees it, before the app does. */
  born?(instance: Instance): void;
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
      rules.born?.(instance);
      return instance;
    },
  });
  return strict(path, withStrictInstances);
}
