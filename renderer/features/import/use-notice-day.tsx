import { TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { dayAt, earliestCall } from '../../../shared/notice.ts';
import { useRules } from '../../api/rules.ts';
import { noticeHint } from '../../parts/notice-day/notice-hint.ts';

interface NoticeDay {
  /** The field, if the workspace asks for the day of notice. */
  readonly field: ReactNode;
  /** Whether the day is usable; if not, shows why and focuses the field. */
  readonly validate: () => boolean;
}

/** One day for the notice of all candidates in the file. `notBefore`: the time chosen for all, UTC ms. */
export function useNoticeDay(
  value: string | null,
  onChange: (day: string | null) => void,
  notBefore: number | null,
): NoticeDay {
  const rule = useRules().data?.notice;
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!rule?.asked) return { field: null, validate: () => true };
  const problemNow = (): string | undefined => {
    if (input.current?.validity.badInput) return 'Enter a day of the calendar.';
    if (value === null)
      return rule.required ? 'Enter the day on which all of these were told of the call.' : undefined;
    return value > dayAt(Date.now()) ? 'This day is still to come.' : undefined;
  };
  const validate = () => {
    if (problemNow() === undefined) return true;
    setTried(true);
    input.current?.focus();
    return false;
  };
  const problem = tried ? problemNow() : undefined;
  const waits = value === null ? null : waitWords(value, rule.days, Math.max(Date.now(), notBefore ?? 0));
  const field = (
    <TextInput
      ref={input}
      type="date"
      size="xs"
      maw={420}
      label={<strong>Notice given to all of these on</strong>}
      description={waits ?? noticeHint(rule)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      styles={{ input: { width: 160 } }}
      required={rule.required}
      max={dayAt(Date.now())}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      error={problem}
    />
  );
  return { field, validate };
}

/** From when calls may follow, if that is still to come; by this computer's calendar, as places differ by a day at most. */
function waitWords(day: string, days: number, at: number): string | null {
  const first = earliestCall(day, days, [Intl.DateTimeFormat().resolvedOptions().timeZone]);
  if (first <= at) return null;
  const words = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(first);
  return `Too recent for a call now: each waits until ${words}, at the candidate’s place.`;
}
