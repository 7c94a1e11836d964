/** A picture of docs/performance: how something grows, its lines by the name of their series. */
export interface Picture {
  /** Its file in docs/performance, without `.svg`. */
  readonly file: string;
  readonly title: string;
  /** What the sizes count. */
  readonly across: string;
  /** What the values are, with their unit: every figure of the series has this unit. */
  readonly up: string;
  readonly unit: string;
  readonly series: readonly string[];
  /** Series of what the app is measured against: drawn as such. */
  readonly references: readonly string[];
}

/**
 * All pictures. A figure becomes a point of a line by `point: { series, size }`, with `series` one of these names; a
 * series without figures is left out of its picture.
 */
export const PICTURES = [
  {
    file: 'search',
    title: 'Search, two letters or more, all columns',
    across: 'requests in the history',
    up: 'milliseconds',
    unit: 'ms',
    series: ['search, p50', 'search, p99'],
    references: ['LIKE scan, p50'],
  },
  {
    file: 'first-page',
    title: 'Filter and sort: the first page',
    across: 'requests in the history',
    up: 'milliseconds',
    unit: 'ms',
    series: ['indexed column, p50', 'indexed column, p99', 'slowest filter and sort, p99'],
    references: [],
  },
  {
    file: 'commit',
    title: 'Submit: until it is on the disk',
    across: 'requests in the history',
    up: 'milliseconds',
    unit: 'ms',
    series: ['submit committed, p50', 'submit committed, p99'],
    references: ['bare fdatasync, p50'],
  },
  {
    file: 'open',
    title: 'Open the history and read its first page',
    across: 'requests in the history',
    up: 'milliseconds',
    unit: 'ms',
    series: ['opened with first page, p50', 'start to first rows, p50'],
    references: [],
  },
  {
    file: 'size',
    title: 'Disk space',
    across: 'requests in the history',
    up: 'bytes per request',
    unit: 'B',
    series: ['bytes per request'],
    references: [],
  },
  {
    file: 'queue',
    title: 'Sending, service without delay',
    across: 'queued at the start',
    up: 'requests per second',
    unit: '/s',
    series: ['Callboard'],
    references: ['bare Pool of 8 connections'],
  },
] as const satisfies readonly Picture[];

export type SeriesName = (typeof PICTURES)[number]['series' | 'references'][number];
