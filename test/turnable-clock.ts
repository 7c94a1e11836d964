/** A clock that stands still until it is put forward, whole ms. */
export function turnableClock() {
  let now = Date.now();
  return {
    now: () => now,
    forward: (ms: number) => {
      now += ms;
    },
  };
}
