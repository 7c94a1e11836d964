/** A primitive value, classified. Texts are exactly as the service sent them and are never treated as markup. */
export type LeafPart =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'yes_no'; readonly yes: boolean }
  /** ms since 1970 UTC; a date without a time is noon UTC, which is the same day in nearly every time zone. */
  | { readonly kind: 'date'; readonly at: number; readonly dayOnly: boolean; readonly text: string }
  | { readonly kind: 'duration'; readonly ms: number; readonly text: string }
  /** A web address; the app opens only https links. */
  | { readonly kind: 'link'; readonly href: string; readonly secure: boolean }
  /** Base64 data, such as an embedded recording; `bytes` is the decoded size. */
  | {
      readonly kind: 'data';
      readonly bytes: number;
      readonly mediaType: string | null;
      readonly text: string;
    };

type Leaf = string | number | boolean | null;

/** Classifies a primitive value by its format alone: a field's name is no reliable clue. */
export function readLeaf(value: Leaf): LeafPart {
  if (value === null) return { kind: 'nothing' };
  if (typeof value === 'boolean') return { kind: 'yes_no', yes: value };
  return typeof value === 'number' ? { kind: 'number', value } : readText(value);
}

function readText(text: string): LeafPart {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'nothing' };
  return readShortText(trimmed) ?? linkIn(trimmed) ?? dataIn(trimmed) ?? { kind: 'text', text };
}

function readShortText(text: string): LeafPart | undefined {
  if (text.length > 60) return undefined;
  const date = dateIn(text);
  if (date) return date;
  const ms = durationIn(text);
  return ms === undefined ? undefined : { kind: 'duration', ms, text };
}

const ISO_DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

function dateIn(text: string): Extract<LeafPart, { kind: 'date' }> | undefined {
  const parts = ISO_DATE.exec(text);
  if (!parts) return undefined;
  const [, day = '', time, zone] = parts;
  // The service sends UTC (docs/service.md, Fields), so a time without a zone is read as UTC.
  const at = Date.parse(time === undefined ? `${day}T12:00:00Z` : `${day}T${inSeconds(time)}${zoneOf(zone)}`);
  const exists = new Date(Date.parse(`${day}T00:00:00Z`) || 0).toISOString().startsWith(day);
  return Number.isNaN(at) || !exists ? undefined : { kind: 'date', at, dayOnly: time === undefined, text };
}

function inSeconds(time: string): string {
  return time.replace(',', '.').replace(/(\.\d{3})\d+/, '$1');
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Milliseconds of an ISO 8601 duration such as `PT4M30S`. */
function durationIn(text: string): number | undefined {
  const parts = /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:\.\d{1,6})?)S)?$/.exec(text);
  if (!parts || text === 'PT') return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = parts;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

function linkIn(text: string): LeafPart | undefined {
  if (text.length > 2000 || !/^https?:\/\/\S+$/i.test(text)) return undefined;
  const url = URL.parse(text);
  // `https://known.example@other.example` looks like a link to known.example but leads to other.example.
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return undefined;
  return { kind: 'link', href: text, secure: url.protocol === 'https:' };
}

const MIN_DATA_LENGTH = 160;

function dataIn(text: string): LeafPart | undefined {
  const given = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*;base64,/i.exec(text.slice(0, 200));
  const encoded = given ? text.slice(given[0].length) : text;
  if (encoded.length < MIN_DATA_LENGTH || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return undefined;
  // A long run without mixed case and digits is more likely typed text than Base64.
  if (!given && !(/[A-Z]/.test(encoded) && /[a-z]/.test(encoded) && /\d/.test(encoded))) return undefined;
  const bytes = Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);
  return { kind: 'data', bytes, mediaType: given?.[1] ?? null, text };
}
