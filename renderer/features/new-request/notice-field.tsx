import { TextInput } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { dayAt, type NoticeRule } from '../../../shared/notice.ts';
import { noticeHint } from '../../parts/notice-day/notice-hint.ts';

interface NoticeFieldProps {
  readonly rule: NoticeRule;
  readonly autoFocus: boolean;
  /** The day, `2027-01-06`; null while empty or incomplete. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly error?: ReactNode;
}

/** The day on which the candidate was told of the automated call. */
export function NoticeField({ rule, autoFocus, value, onChange, inputRef, error }: NoticeFieldProps) {
  return (
    <TextInput
      ref={inputRef}
      type="date"
      label="Notice given on"
      autoFocus={autoFocus}
      // Never both lines: the error says how many days must lie between.
      description={error ? undefined : noticeHint(rule)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      required={rule.required}
      max={dayAt(Date.now())}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      error={error}
    />
  );
}
