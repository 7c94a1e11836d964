/** Computes the public holidays of some places in a thread of its own, posts them and ends. */

import { parentPort, workerData } from 'node:worker_threads';
import { placeKey } from '../../shared/holidays.ts';
import type { ComputedHolidays, HolidayJob } from './holiday-calendar.ts';
import { publicHolidays } from './holiday-days.ts';

if (!parentPort) throw new Error('This script runs only in a worker thread.');
const { places, fromYear, toYear }: HolidayJob = workerData;

for (const place of places) {
  let computed: ComputedHolidays;
  try {
    computed = { place: placeKey(place), days: publicHolidays(place, fromYear, toYear) };
  } catch (error) {
    computed = { place: placeKey(place), error };
  }
  parentPort.postMessage(computed);
}
