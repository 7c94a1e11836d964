import { Worker } from 'node:worker_threads';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import {
  dateOf,
  type Holiday,
  type HolidayCountry,
  type HolidayLookup,
  type HolidayOn,
  type HolidayPlace,
  NO_HOLIDAYS,
  NO_HOLIDAYS_KNOWN,
  placeKey,
} from '../../shared/holidays.ts';
import { settledWithin } from '../service/timing.ts';
import { HOLIDAY_PLACES } from './holiday-places.ts';

interface HolidayCalendarOptions {
  readonly source: HolidaySource;
  readonly onKnown: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
}

/** How long to wait before a place that failed is computed again, ms. */
const RETRY_MS = 60_000;

/** How long an answer for the window waits for holidays, ms. */
const PATIENCE_MS = 5000;

/** This year and the next two: nobody waits longer for calling hours. The one before, as it is still that year somewhere. */
const YEARS_BEFORE = 1;
const YEARS_AFTER = 2;

interface KnownPlace {
  readonly fromYear: number;
  readonly toYear: number;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The public holidays of the places somebody asked for, one for the app. A place is computed when it is first asked for, and
 * again when the years have moved on; until then its holidays aren't known, and nobody there is called.
 */
export class HolidayCalendar {
  private readonly options: HolidayCalendarOptions;
  private readonly now: () => number;
  private readonly known = new Map<string, KnownPlace>();
  private readonly wanted = new Map<string, HolidayPlace>();
  private readonly failedAt = new Map<string, number>();
  private computing: Promise<void> | undefined;

  constructor(options: HolidayCalendarOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /** The name of a public holiday; null on other days; undefined if the place or the year isn't known (yet). */
  readonly on: HolidayLookup = (place, date) => {
    const key = placeKey(place);
    const found = this.known.get(key);
    const thisYear = this.thisYear();
    if (!found || found.toYear < thisYear + YEARS_AFTER || found.fromYear > thisYear) this.want(place);
    const year = Number(date.slice(0, 4));
    if (!found || year < found.fromYear || year > found.toYear) return undefined;
    return found.names.get(date) ?? null;
  };

  /** Resolves when these places are known, or after a few seconds if they can't be. */
  async ready(places: readonly HolidayPlace[]): Promise<void> {
    for (const place of places) if (!this.known.has(placeKey(place))) this.want(place);
    if (this.computing) await settledWithin(PATIENCE_MS, [this.computing]);
  }

  /** The next holidays of a place, from a date on; null if they can't be told. */
  async following(place: HolidayPlace, from: string, count: number): Promise<readonly Holiday[] | null> {
    await this.ready([place]);
    const found = this.known.get(placeKey(place));
    if (!found) return null;
    return [...found.names]
      .map(([date, name]) => ({ date, name }))
      .filter(({ date }) => date >= from)
      .sort((one, other) => one.date.localeCompare(other.date))
      .slice(0, count);
  }

  private want(place: HolidayPlace): void {
    const key = placeKey(place);
    const failed = this.failedAt.get(key);
    const now = this.now();
    // A clock that was set back must not put it off.
    if (failed !== undefined && now >= failed && now < failed + RETRY_MS) return;
    this.wanted.set(key, place);
    this.computing ??= this.compute().finally(() => {
      this.computing = undefined;
    });
  }

  private async compute(): Promise<void> {
    // Those asked for in the same turn are computed together.
    await Promise.resolve();
    while (this.wanted.size > 0) {
      const places = [...this.wanted.values()];
      this.wanted.clear();
      const thisYear = this.thisYear();
      const years = { fromYear: thisYear - YEARS_BEFORE, toYear: thisYear + YEARS_AFTER };
      for (const place of places) this.failedAt.set(placeKey(place), this.now());
      await this.options
        .source({ places, ...years }, (computed) => this.take(computed, years))
        .catch(this.options.onTrouble);
      this.options.onKnown();
    }
  }

  private take(computed: ComputedHolidays, years: Omit<KnownPlace, 'names'>): void {
    if (!computed.days) {
      this.options.onTrouble(computed.error);
      return;
    }
    this.failedAt.delete(computed.place);
    const names = new Map(computed.days.map(({ date, name }) => [date, name]));
    this.known.set(computed.place, { ...years, names });
  }

  private thisYear(): number {
    return new Date(this.now()).getUTCFullYear();
  }
}

/**
 * The public holidays that count for a phone number (E.164): of the places in its country, as no number tells a region; of
 * all places if it doesn't tell its country.
 */
export function holidaysFor(
  places: readonly HolidayPlace[],
  phoneNumber: string,
  lookup: HolidayLookup = NO_HOLIDAYS_KNOWN,
): HolidayOn {
  if (places.length === 0) return NO_HOLIDAYS;
  const country = countryOfNumber(phoneNumber);
  const counting = country === undefined ? places : places.filter((place) => place.country === country);
  if (counting.length === 0) return NO_HOLIDAYS;
  return (midnight) => {
    const date = dateOf(midnight);
    const found = counting.map((place) => lookup(place, date));
    const holiday = found.find((name) => typeof name === 'string');
    if (holiday !== undefined) return holiday;
    return found.includes(undefined) ? undefined : null;
  };
}

/** The country (ISO 3166) that a number tells. */
export function countryOfNumber(phoneNumber: string): string | undefined {
  return parsePhoneNumberFromString(phoneNumber)?.country;
}

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
type HolidaySource = (job: HolidayJob, done: (computed: ComputedHolidays) => void) => Promise<void>;

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

let countries: readonly HolidayCountry[] | undefined;

/** The countries and regions whose public holidays Callboard knows. */
export function holidayCountries(): readonly HolidayCountry[] {
  countries ??= HOLIDAY_PLACES.trim()
    .split('\n')
    .map((line) => {
      const [code = ''] = line.split(' ');
      const regions = line.slice(code.length + 1).split(';');
      return { code, regions: regions.filter((region) => region !== '').map(regionOf) };
    });
  return countries;
}

export function isHolidayPlace({ country, region }: HolidayPlace): boolean {
  const found = holidayCountries().find(({ code }) => code === country);
  return found !== undefined && (region === undefined || found.regions.some(({ code }) => code === region));
}

function regionOf(text: string) {
  const [code = ''] = text.split('=');
  return { code, name: text.slice(code.length + 1) };
}
