import { EventEmitter } from 'node:events';

/**
 * Wraps an object so that its methods throw once it is destroyed, as in Electron. Event methods and `isDestroyed`
 * still
 * work.
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
