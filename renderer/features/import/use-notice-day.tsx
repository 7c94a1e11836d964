import { TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { dayAt, earliestCall } from '../../../shared/notice.ts';
import { useRules } from '../../api/rules.ts';
import { noticeHint } from '../../parts/notice-day/notice-hint.ts';
import type { ReviewRow } from './classify-rows.ts';
import type { OpenImport } from './import-state.ts';

interface NoticeDay {
  /** The field, if the workspace asks for the day of notice. */
  readonly field: ReactNode;
  /** Whether the day is usable; if not, shows why and focuses the field. */
  readonly validate: () => boolean;
}

/**
 * The day of notice of all candidates in the file; where a column has it, of those without one. Rows whose column should have
 * a day say so themselves.
 */
export function useNoticeDay(
  { noticeOn: value, notBefore, mapping }: OpenImport,
  rows: readonly ReviewRow[],
  onChange: (day: string | null) => void,
): NoticeDay {
  const rule = useRules().data?.notice;
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hasColumn = mapping.noticeOn.from === 'columns';
  // Also while a day is set, so that it can be taken back.
  const isNeeded = !hasColumn || value !== null || rows.some(lacksDay);
  if (!rule?.asked || !isNeeded) return { field: null, validate: () => true };
  const required = rule.required && !hasColumn;
  const problemNow = (): string | undefined => {
    if (input.current?.validity.badInput) return 'Enter a day of the calendar.';
    if (value === null)
      return required ? 'Enter the day on which all of these were told of the call.' : undefined;
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
      label={
        <strong>
          {hasColumn ? 'Notice given to those without a day on' : 'Notice given to all of these on'}
        </strong>
      }
      description={problem ? undefined : (waits ?? noticeHint(rule))}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      styles={{ input: { width: 160 } }}
      required={required}
      max={dayAt(Date.now())}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      error={problem}
    />
  );
  return { field, validate };
}

function lacksDay({ state, values }: ReviewRow): boolean {
  return state !== 'excluded' && values.noticeOn === '';
}

/** From when calls may follow, if that is still to come; by this computer's calendar, as places differ by a day at most. */
function waitWords(day: string, days: number, at: number): string | null {
  const first = earliestCall(day, days, [Intl.DateTimeFormat().resolvedOptions().timeZone]);
  if (first <= at) return null;
  const words = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(first);
  return `Too recent for a call now: each waits until ${words}, at the candidate’s place.`;
}
