import { DAY_MS } from '../../shared/durations.ts';
import type { NoticeKind, NotificationSettings } from '../../shared/notifications.ts';
import { assertNever } from '../../shared/result.ts';
import { nextFullHour, nextTimeOfDay, quietUntil } from './time-of-day.ts';

/** How long to collect events before notifying, ms. */
export const BATCH_MS = 3000;

/** Minimum time between two notifications, ms. */
export const MIN_INTERVAL_MS = 30_000;

/** Whether notifications of this kind are on. */
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
 * The earliest time to notify of an event, UTC ms. Events that block work (a decision, a sign-in) don't wait for the
 * digest, but everything waits for quiet hours to end. `lastShownAt`: the time of the last notification.
 */
export function earliestNotificationAt(
  { kind, at }: { readonly kind: NoticeKind; readonly at: number },
  settings: NotificationSettings,
  lastShownAt: number,
  now: number,
): number {
  // An event in the future means the clock was set back: treat it as a day old.
  const happenedAt = at > now ? now - DAY_MS : at;
  const canWait = kind === 'completed' || kind === 'rejected';
  const batchedAt = canWait ? digestAfter(happenedAt, settings) : happenedAt + BATCH_MS;
  const earliest = Math.max(batchedAt, Math.min(lastShownAt, now) + MIN_INTERVAL_MS);
  return quietUntil(settings.quietHours, earliest) ?? earliest;
}

function digestAfter(happenedAt: number, { digest, digestAt }: NotificationSettings): number {
  switch (digest) {
    case 'off':
      return happenedAt + BATCH_MS;
    case 'hourly':
      return nextFullHour(happenedAt);
    case 'daily':
      return nextTimeOfDay(happenedAt, digestAt);
    default:
      return assertNever(digest);
  }
}
