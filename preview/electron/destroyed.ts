import { EventEmitter } from 'node:events';

/**
 * The same object, but once it is destroyed its methods throw as Electron's do. What only listens, or asks whether it is
 * destroyed, still works.
 */
export function throwOnceDestroyed<T extends { isDestroyed(): boolean }>(target: T): T {
  const stillAllowed = (key: string | symbol) => key === 'isDestroyed' || key in EventEmitter.prototype;
  return new Proxy(target, {
    get(object, key, receiver) {
      const value: unknown = Reflect.get(object, key, receiver);
      if (typeof value === 'function' && !stillAllowed(key) && object.isDestroyed()) {
        throw new TypeError('Object has been destroyed');
      }
      return value;
    },
  });
}
