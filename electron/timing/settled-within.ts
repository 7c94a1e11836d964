/** Resolves when all of these promises have settled, however they ended, or after `ms`. */
export async function settledWithin(ms: number, work: Iterable<Promise<unknown> | undefined>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([Promise.allSettled(work), timeout.promise]);
  clearTimeout(timer);
}
