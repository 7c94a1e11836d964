import { Button, type ButtonProps, Group, Loader, TextInput, type TextInputProps } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { z } from 'zod';
import { dayAt } from '../../shared/notice.ts';
import { INPUT_WORDS, issueWords } from '../../shared/words/input-words.ts';
import { REASON_WORDS } from '../../shared/words/rule-words.ts';
import { toApiError } from '../api/api.ts';

export interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'disabled'> {
  /** While its action runs, further presses do nothing. */
  readonly busy?: boolean | undefined;
  readonly tabIndex?: number | undefined;
  readonly children: ReactNode;
  readonly onClick: () => void;
}

/** A button that keeps the focus while its action runs: a disabled one loses it, and no dialog could give it back. */
export function BusyButton({ busy = false, onClick, children, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      {...(busy && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => !busy && onClick()}
    >
      {/* Keeps the button's width and name. */}
      {busy ? <span style={{ opacity: 0 }}>{children}</span> : children}
      {busy && <Loader size={14} color="gray" pos="absolute" inset={0} m="auto" aria-hidden />}
    </Button>
  );
}

interface FormButtonsProps {
  readonly onLeave: () => void;
  readonly loading?: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
  /** What the button says that submits it. */
  readonly children: ReactNode;
}

/** The buttons at the end of a dialog's form. */
export function FormButtons({ onLeave, ...submit }: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onLeave}>
        Cancel
      </Button>
      <Button type="submit" {...submit} />
    </Group>
  );
}

/** The first validation message of each field, by the field's path (`consent.wording`). */
export function fieldErrors(schema: z.ZodType, values: unknown): Readonly<Record<string, string>> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issueWords(issue)]));
}

interface NoticeDayFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'description'> {
  /** The day, `2027-01-06`; null while empty or incomplete. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Said where there is no error: an error says how many days must lie between, too. */
  readonly hint: string;
}

/** The day on which candidates were told of the automated call. */
export function NoticeDayField({ value, onChange, inputRef, hint, ...input }: NoticeDayFieldProps) {
  return (
    <TextInput
      ref={inputRef}
      type="date"
      description={input.error ? undefined : hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      max={dayAt(Date.now())}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      {...input}
    />
  );
}

/** What is wrong with a day of notice, as far as it is entered. */
export function noticeDayProblem(day: string | null, input: HTMLInputElement | null): string | undefined {
  if (input?.validity.badInput) return INPUT_WORDS.notice_date_wrong;
  return day && day > dayAt(Date.now()) ? REASON_WORDS.notice_in_future.failure.message : undefined;
}

/** Focuses the first invalid field in the next frame, once it is marked. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  });
}

/** Focuses an element when it mounts. For popovers and dialogs whose focus trap ran before their content had loaded. */
export function useFocusOnMount<Focusable extends HTMLElement>(): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}

/** Shows the field errors of a failed call in a form. */
export function useServerErrors(error: unknown, setErrors: (errors: FormErrors) => void): void {
  useEffect(() => {
    if (error) setErrors(toApiError(error).fields);
  }, [error, setErrors]);
}
