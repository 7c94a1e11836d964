import type { NoticeKind, NotificationSettings } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import { nextFullHour, nextTimeOfDay, quietUntil } from './time-of-day.ts';

/** What comes so soon behind the first is told with it, ms. */
export const GATHER_MS = 3000;

/** Between two notifications, ms: a queue that goes on all day must not speak every few seconds. */
export const REST_MS = 30_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the person wants to hear of this kind at all. */
export function isWanted(kind: NoticeKind, settings: NotificationSettings): boolean {
  switch (kind) {
    case 'completed':
      return settings.notifyCompleted;
    case 'rejected':
      return settings.notifyRejected;
    case 'unconfirmed':
    case 'held':
      return settings.notifyDecisions;
    case 'signed_out':
      return settings.notifySignedOut;
    default:
      return assertNever(kind);
  }
}

/**
 * The earliest moment at which something may be told, UTC ms. What stops the work (a decision, a sign-in) is not kept
 * for the digest; quiet hours hold for all. `toldAt`: when anything was told last.
 */
export function earliestNotificationAt(
  { kind, at }: { readonly kind: NoticeKind; readonly at: number },
  settings: NotificationSettings,
  toldAt: number,
  now: number,
): number {
  // What happened "later" than now was before a clock was put back: it has waited long enough.
  const happened = at > now ? now - DAY_MS : at;
  const canWait = kind === 'completed' || kind === 'rejected';
  const gathered = canWait ? digestAfter(happened, settings) : happened + GATHER_MS;
  const rested = Math.max(gathered, Math.min(toldAt, now) + REST_MS);
  return quietUntil(settings.quietHours, rested) ?? rested;
}

function digestAfter(happened: number, { digest, digestAt }: NotificationSettings): number {
  switch (digest) {
    case 'off':
      return happened + GATHER_MS;
    case 'hourly':
      return nextFullHour(happened);
    case 'daily':
      return nextTimeOfDay(happened, digestAt);
    default:
      return assertNever(digest);
  }
}
