import { expect, test } from 'vitest';
import { ImportActivity } from '../../../electron/imports/import-queue.ts';
import { turnableClock } from '../../turnable-clock.ts';

test('an import is active from its first chunk until the window says that it is finished', async () => {
  const clock = turnableClock();
  const activity = new ImportActivity(clock.now);
  expect(activity.active).toBe(false);
  const chunk = Promise.withResolvers<number>();
  const queued = activity.during('import', () => chunk.promise);
  clock.forward(60_000);
  expect(activity.active).toBe(true);
  chunk.resolve(7);
  expect(await queued).toBe(7);
  clock.forward(5_000);
  expect(activity.active).toBe(true);
  activity.finished('another');
  expect(activity.active).toBe(true);
  activity.finished('import');
  expect(activity.active).toBe(false);
});

test('an abandoned import is no longer active after a while without a chunk', async () => {
  const clock = turnableClock();
  const activity = new ImportActivity(clock.now);
  await expect(activity.during('import', () => Promise.reject(new Error('disk full')))).rejects.toThrow();
  expect(activity.active).toBe(true);
  clock.forward(10_000);
  expect(activity.active).toBe(false);
});
