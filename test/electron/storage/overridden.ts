/** A store with some of its methods replaced. The storage's stores are proxies, which cannot be spread. */
export function overridden<Store extends object>(store: Store, changes: Partial<Store>): Store {
  return new Proxy(store, {
    get: (target, name): unknown => Reflect.get(name in changes ? changes : target, name),
  });
}
