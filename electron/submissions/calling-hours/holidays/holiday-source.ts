import { Worker } from 'node:worker_threads';
import type { Holiday, HolidayPlace } from '../../../../shared/holidays.ts';

/** The holidays to compute. */
export interface HolidayJob {
  readonly places: readonly HolidayPlace[];
  readonly fromYear: number;
  /** Included. */
  readonly toYear: number;
}

/** What became of a place (its key): its days, or why they can't be computed. */
export type ComputedHolidays =
  | { readonly place: string; readonly days: readonly Holiday[]; readonly error?: undefined }
  | { readonly place: string; readonly days?: undefined; readonly error: unknown };

/** Computes holidays; gives each place as soon as it is done. Rejects if it breaks off. */
export type HolidaySource = (job: HolidayJob, done: (computed: ComputedHolidays) => void) => Promise<void>;

/** Computes them in a worker thread, which lives as long as the job. `workerFile`: its script (built or source). */
export function workerHolidaySource(workerFile: URL): HolidaySource {
  return (job, done) => {
    const ended = Promise.withResolvers<void>();
    const worker = new Worker(workerFile, { workerData: job, name: 'holidays' });
    // A quitting app doesn't wait for it.
    worker.unref();
    worker.on('message', done);
    worker.once('error', ended.reject);
    worker.once('exit', (code) => {
      if (code === 0) ended.resolve();
      else ended.reject(new Error(`The thread of the public holidays ended with code ${code}.`));
    });
    return ended.promise;
  };
}
