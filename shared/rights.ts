import { z } from 'zod';
import { DAY_MS } from './durations.ts';
import { issueMessage } from './input-problems.ts';
import { id } from './ipc/call.ts';

/** What candidates ask for about their data. Stored permanently: never change a code. */
export const RIGHTS_KINDS = ['access', 'erasure', 'correction', 'objection', 'explanation'] as const;
export type RightsKind = (typeof RIGHTS_KINDS)[number];

/** How such a request came. Stored permanently: never change a code. */
export const RIGHTS_WAYS = ['email', 'letter', 'phone', 'in_person', 'form', 'other'] as const;
export type RightsWay = (typeof RIGHTS_WAYS)[number];

export const RIGHTS_STATES = ['open', 'done', 'refused'] as const;
export type RightsState = (typeof RIGHTS_STATES)[number];

/** The longest note or reason. */
export const MAX_RIGHTS_TEXT = 5000;

/** A day without a time, as `2026-10-21`. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => dayAt(text) !== null);

const fields = z.object({
  /** Left out for a new one. */
  id: id.optional(),
  kind: z.enum(RIGHTS_KINDS),
  way: z.enum(RIGHTS_WAYS),
  state: z.enum(RIGHTS_STATES),
  receivedOn: day,
  dueOn: day,
  /** Null while it is open. */
  closedOn: day.nullable(),
  name: z
    .string()
    .trim()
    .max(200, issueMessage('too_long', { most: 200 })),
  /** In any format. */
  phone: z
    .string()
    .trim()
    .max(60, issueMessage('too_long', { most: 60 })),
  note: z
    .string()
    .trim()
    .max(MAX_RIGHTS_TEXT, issueMessage('too_long', { most: MAX_RIGHTS_TEXT })),
  /** Why it was refused; empty otherwise. */
  refusal: z
    .string()
    .trim()
    .max(MAX_RIGHTS_TEXT, issueMessage('too_long', { most: MAX_RIGHTS_TEXT })),
  /** The submission that it is about, if it was entered there. */
  submissionId: id.nullable(),
  /** Whether the person was erased since, and with them all personal data of the entry. */
  erased: z.boolean(),
});

/** A candidate's request about their data, as the window sends it. */
export const rightsInput = fields
  .refine(({ state, closedOn }) => (state === 'open') === (closedOn === null))
  .refine(({ state, refusal, erased }) => state !== 'refused' || refusal !== '' || erased);
export type RightsInput = z.output<typeof rightsInput>;

/** How an entry stands, as closing, refusing and reopening change it. */
const standing = fields
  .pick({ state: true, closedOn: true, refusal: true })
  .refine(({ state, closedOn }) => (state === 'open') === (closedOn === null));
export type RightsStanding = z.output<typeof standing>;

/** A change of how an entry stands, which is refused if it stands otherwise by now. */
export const rightsMove = z.object({ id, from: standing, to: standing });
export type RightsMove = z.output<typeof rightsMove>;

/** A deleted entry to put back. `removedAt`: when it was deleted, UTC ms. */
export const removedRights = z.object({ entry: fields.required({ id: true }), removedAt: z.int() });
export type RemovedRights = z.output<typeof removedRights>;

/** An entry of the register. */
export interface RightsRequest extends Omit<RightsInput, 'id'> {
  readonly id: string;
}

/** Entries of the register, open ones first by their due date, then closed ones, the latest first. */
export interface RightsPage {
  readonly entries: readonly RightsRequest[];
  /** How many match the filter. */
  readonly count: number;
  readonly open: number;
  readonly all: number;
}

/** What became of asking for a draft. `covered`: a verdict comes first, and none was given. */
export type Explained =
  | { readonly kind: 'draft'; readonly text: string; readonly name: string }
  | { readonly kind: 'covered' };

/** The longest text that can be saved as an explanation. */
export const MAX_EXPLANATION = 2_000_000;

/** Days before the due date from which on an open entry is marked. */
export const DUE_SOON_DAYS = 7;

/** The start of a day (UTC ms); null for a day that no month has, such as 30 February. */
export function dayAt(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || dayOf(at) !== text ? null : at;
}

/** The same day of the next month, or the last of that month if it has no such day. */
export function monthAfter(text: string): string {
  const [year = 0, month = 0, dayOfMonth = 0] = text.split('-').map(Number);
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(dayOfMonth, lastOfNext)));
}

/** The day `days` after another. */
export function daysAfter(text: string, days: number): string {
  const at = dayAt(text);
  return at === null ? text : dayOf(at + days * DAY_MS);
}

/** How many days are left until `due`; negative once it has passed. */
export function daysLeft(due: string, today: string): number {
  return Math.round(((dayAt(due) ?? 0) - (dayAt(today) ?? 0)) / DAY_MS);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
