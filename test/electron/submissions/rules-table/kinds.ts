import { DAY_MS, HOUR_MS } from '../../../../shared/durations.ts';
import type { Submission } from '../../../../shared/submission.ts';
import { MINUTE_MS, NOW } from './situations.ts';

/** What may wait or have ended, by what became of it: changes of a queued submission that is due. */
export const KINDS = {
  queued: {},
  undo: { createdAt: NOW - 2000, updatedAt: NOW - 2000, sendAfter: NOW + 8000 },
  retry: {
    attempts: 2,
    sendAfter: NOW + 10 * MINUTE_MS,
    problem: { code: 'not_reachable', since: NOW - HOUR_MS },
  },
  paused: { state: 'held', problem: { code: 'paused_by_you' } },
  held_country: { state: 'held', problem: { code: 'country_not_allowed', since: NOW - HOUR_MS } },
  held_notice: { state: 'held', problem: { code: 'notice_missing', since: NOW - HOUR_MS } },
  held_zone: {
    state: 'held',
    problem: { code: 'time_zone_needed', since: NOW - HOUR_MS, timeZones: ['Asia/Omsk', 'Europe/Moscow'] },
  },
  held_sign_in: { state: 'held', attempts: 1, problem: { code: 'sign_in_needed', since: NOW - HOUR_MS } },
  asked: {
    sendAfter: NOW + 2 * HOUR_MS,
    callingHold: {
      until: NOW + 2 * HOUR_MS,
      timeZone: 'Europe/Berlin',
      question: { about: 'earlier_hours', answer: null },
    },
  },
  send_now: {
    sendAfter: NOW - 1000,
    hoursWaivedUntil: NOW + 10 * MINUTE_MS,
    callingHold: {
      until: NOW + 2 * HOUR_MS,
      timeZone: 'Europe/Berlin',
      question: { about: 'earlier_hours', answer: 'send_now' },
    },
  },
  held_hours: {
    sendAfter: NOW + 2 * HOUR_MS,
    callingHold: { until: NOW + 2 * HOUR_MS, timeZone: 'Europe/Berlin' },
  },
  told_waits: { sendAfter: NOW + 2 * DAY_MS, notBefore: NOW + 2 * DAY_MS, wantedAt: NOW - 2 * HOUR_MS },
  tried_waits: {
    sendAfter: NOW + DAY_MS,
    problem: { code: 'tries_used_up', since: NOW - HOUR_MS },
  },
  connecting: { state: 'connecting', attempts: 1 },
  sending: { state: 'sending', attempts: 1 },
  editing: { state: 'held', problem: { code: 'sign_in_needed', since: NOW - HOUR_MS }, afterEdit: 'held' },
  interrupted: { state: 'held', problem: { code: 'edit_interrupted', since: NOW - HOUR_MS } },
  unconfirmed: {
    state: 'unconfirmed',
    attempts: 1,
    problem: { code: 'connection_lost' },
    mayHaveReached: { at: NOW - 4 * DAY_MS, times: 1 },
  },
  unconfirmed_taken: {
    state: 'unconfirmed',
    attempts: 1,
    problem: { code: 'accepted_without_id' },
    mayHaveReached: { at: NOW - 4 * DAY_MS, times: 1 },
  },
  rejected: { state: 'rejected', attempts: 1, problem: { code: 'refused_as_it_is', httpStatus: 422 } },
  rejected_reached: {
    state: 'rejected',
    attempts: 2,
    problem: { code: 'refused_as_it_is', httpStatus: 422 },
    mayHaveReached: { at: NOW - 4 * DAY_MS, times: 1 },
  },
  accepted: {
    state: 'accepted',
    attempts: 1,
    requestId: 'made-before',
    createdAt: NOW - 4 * DAY_MS,
    updatedAt: NOW - 4 * DAY_MS,
  },
  draft: { state: 'draft' },
} as const satisfies Readonly<Record<string, Partial<Submission>>>;

export type Kind = keyof typeof KINDS;
