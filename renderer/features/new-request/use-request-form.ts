import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NoticeRule } from '../../../shared/notice.ts';
import type { FieldWords } from '../../../shared/service-words/service-words.ts';
import {
  type Submission,
  type SubmissionInput,
  submissionInput,
  withWebScheme,
} from '../../../shared/submission.ts';
import { parseTypedPhone } from '../../../shared/typed-phone.ts';
import { inputWords } from '../../../shared/words/input-words.ts';
import { REASON_WORDS } from '../../../shared/words/rule-words.ts';
import type { ConsentRule } from '../../../shared/workspace-rules.ts';
import { afterPaint } from '../../api/after-paint.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { fieldErrors, focusFirstError, noticeDayProblem, useServerErrors } from '../../parts/form.tsx';
import { useDefaultQuestionnaire } from '../../parts/matching.ts';
import { notBeforeProblem } from '../../parts/send-later.ts';
import { quotedWords } from '../../parts/service-answer.tsx';
import { openedOverlay } from '../../parts/shortcuts.ts';
import { type PastedFields, readPasted } from './read-pasted.ts';
import { EMPTY_DRAFT, nextDraft } from './request-draft.ts';
import { useSubmittedToast } from './submission-toast.tsx';

export interface RequestFormOptions extends SubmitOrigin {
  readonly initial: SubmissionInput;
  /** What the service said about single fields of `initial`, shown until they are edited. */
  readonly saidOfFields?: readonly FieldWords[] | undefined;
  readonly onType?: (draft: SubmissionInput) => void;
  /** Called once it is queued; without it, the form resets for the next candidate. */
  readonly onDone?: () => void;
}

/** The state, validation and submission of the form. */
export function useRequestForm(options: RequestFormOptions) {
  const { initial, saidOfFields = [], replaces, again = null, onType, onDone } = options;
  const nameInput = useRef<HTMLInputElement>(null);
  const notBeforeInput = useRef<HTMLInputElement>(null);
  // Until the first attempt to submit, an empty field is not an error.
  const attempted = useRef(false);
  // Whether a submit found something to correct.
  const [tried, setTried] = useState(false);
  const [later, setLater] = useState(typeof initial.notBefore === 'number');
  const submit = useSubmitRequest({ replaces, again });
  const { consent, notice, hasHours, defaultCountry } = useFormRules();
  const noticeInput = useRef<HTMLInputElement>(null);
  // What the person agreed to, for as long as these are the details they agreed to it for.
  const agreed = useRef<Agreed>(NOTHING_AGREED);
  // For which candidate the chosen time is on their clock (send-later.tsx).
  const clockOf = useRef<string | null>(null);
  // For which number the chosen time zone is meant (calling-time-field.tsx).
  const zoneOf = useRef<string | null>(null);
  const problemsOf = (values: SubmissionInput): FormErrors => {
    const unfinished = notBeforeInput.current?.validity.badInput ?? false;
    const notBefore =
      notBeforeProblem(values.notBefore ?? null, unfinished, Date.now()) ??
      clockProblem(values, storedPhone(values.phoneNumber, defaultCountry), clockOf.current);
    const called = withCountry(values, defaultCountry);
    const errors = attempted.current ? allErrors(called, consent, notice) : errorsOfFilledFields(called);
    const phoneNumber = errors['phoneNumber']
      ? typedPhoneProblem(values.phoneNumber, defaultCountry)
      : hasHours && values.timeZone && called.phoneNumber !== zoneOf.current && UNKNOWN_CLOCK;
    const noticeOn = notice && noticeDayProblem(values.noticeOn ?? null, noticeInput.current);
    return {
      ...errors,
      ...(noticeOn && { noticeOn }),
      ...(phoneNumber && { phoneNumber }),
      ...(notBefore !== null && { notBefore }),
    };
  };
  const saidOf = (values: SubmissionInput): FormErrors =>
    attempted.current ? {} : errorsSaid(saidOfFields, initial, values);
  const form = useForm({
    initialValues: initial,
    initialErrors: errorsSaid(saidOfFields, initial, initial),
    validate: (values) => ({ ...saidOf(values), ...problemsOf(values) }),
    validateInputOnBlur: true,
    onValuesChange: (values) => onType?.(values),
  });
  const { setErrors } = form;
  useServerErrors(submit.error, setErrors);
  const chooseJob = useChooseJob(form);
  const paste = usePaste(form, chooseJob, { defaultCountry, takesPeople: !onDone });
  const { setNote } = paste;
  // Whether the person went on with Submit and next.
  const goesOn = useRef(false);

  const reset = (draft: SubmissionInput) => {
    // First, because blur validates a field and would find the emptied one invalid.
    nameInput.current?.focus();
    form.setValues(draft);
    form.clearErrors();
    attempted.current = false;
    setTried(false);
    setLater(false);
    setNote(goesOn.current ? { kind: 'kept' } : null);
  };
  const onQueued = (sent: SubmissionInput, stillHere: boolean) => {
    // If the user has left the page, only reset the draft: on return it must not offer the same candidate again.
    if (!stillHere) onType?.(nextDraft(sent));
    else if (onDone) onDone();
    else reset(goesOn.current ? nextDraft(sent) : EMPTY_DRAFT);
  };
  const completeLink = () => form.setFieldValue('resumeUrl', (link) => withWebScheme(link));
  const sendWith = (more: Partial<Agreed>) => (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    attempted.current = true;
    if (event) goesOn.current = isNext(event.nativeEvent);
    completeLink();
    const input = form.getValues();
    const problems = problemsOf(input);
    // Without problems, skip the re-render: it would delay the response.
    if (Object.keys(problems).length > 0 || Object.keys(form.errors).length > 0) setErrors(problems);
    if (Object.keys(problems).length > 0) {
      setTried(true);
      focusFirstError();
    } else {
      const called = withCountry(input, defaultCountry);
      // Both questions may come one after the other, but about one number.
      const isAnswer = !event && submit.refused?.phoneNumber === called.phoneNumber;
      agreed.current = { ...(isAnswer ? agreed.current : NOTHING_AGREED), ...more };
      void submit.start({ input: called, ...agreed.current }, (stillHere) => onQueued(input, stillHere));
    }
  };
  return {
    form,
    submit,
    sendWith,
    nameInput,
    notBeforeInput,
    later,
    setLater,
    clockOf,
    zoneOf,
    phone: storedPhone(form.values.phoneNumber, defaultCountry),
    defaultCountry,
    chooseJob,
    tried,
    completeLink,
    paste,
    consent,
    notice,
    noticeInput,
    hasHours,
  };
}

/** The value of the button Submit and next. */
export const NEXT = 'next';

function isNext(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute('value') === NEXT;
}

/** What the form did by itself, or offers to do. */
type Note =
  | { readonly kind: 'filled'; readonly count: number; readonly undo: () => void }
  | { readonly kind: 'people'; readonly count: number; readonly table: string }
  /** The job and the questionnaire stay for the next candidate. */
  | { readonly kind: 'kept' };

/** Fills the form in from a text pasted into it, or beside any field. A single value goes into its field as always. */
function usePaste(
  form: UseFormReturnType<SubmissionInput>,
  chooseJob: (id: string) => void,
  { defaultCountry, takesPeople }: { readonly defaultCountry: string | null; readonly takesPeople: boolean },
) {
  const library = useQuery(useWorkspace().queries.library.list()).data ?? [];
  const [note, setNote] = useState<Note | null>(null);
  const [phones, setPhones] = useState<readonly string[]>([]);
  const fill = (fields: PastedFields, count: number) => {
    const before = form.getValues();
    const { jobDescriptionId: job, ...others } = fields;
    form.setValues(others);
    for (const field of Object.keys(fields)) form.clearFieldError(field);
    if (job !== undefined && fields.questionnaireTemplateId === undefined) chooseJob(job);
    else if (job !== undefined) form.setFieldValue('jobDescriptionId', job);
    const filled = form.getValues();
    const undo = () => {
      // What was typed since then stays.
      const isAsFilled = (field: keyof SubmissionInput) => form.getValues()[field] === filled[field];
      form.setValues({
        ...form.getValues(),
        ...Object.fromEntries(
          Object.entries(before).filter(([field]) => isAsFilled(field as keyof SubmissionInput)),
        ),
      });
      setPhones([]);
      setNote(null);
    };
    setNote({ kind: 'filled', count, undo });
  };
  useWindowEvent('paste', (event) => {
    const { target, clipboardData } = event;
    const field = target instanceof Element ? target.closest('input, textarea, [contenteditable]') : null;
    if (event.defaultPrevented || openedOverlay() !== null || (field && !field.closest('[data-new-request]')))
      return;
    const pasted = readPasted(clipboardData?.getData('text/plain') ?? '', { defaultCountry, library });
    if (pasted?.kind === 'people' && takesPeople) {
      event.preventDefault();
      setNote(pasted);
    } else if (pasted?.kind === 'person') {
      const { fields, phones: numbers } = pasted.person;
      const count = Object.keys(fields).length;
      if (count === 0 || count + numbers.length < (field ? 2 : 1)) return;
      event.preventDefault();
      setPhones(numbers);
      fill(fields, count);
    }
  });
  return { note, setNote, phones };
}

/** What the person said to the questions after a submit. */
interface Agreed {
  readonly despiteDuplicates: boolean;
  readonly waitForNotice: boolean;
}

const NOTHING_AGREED: Agreed = { despiteDuplicates: false, waitForNotice: false };

function useFormRules() {
  const {
    consent,
    notice,
    callingHours,
    defaultCountry = null,
  } = useQuery(useWorkspace().queries.rules.get()).data ?? {};
  const hasHours = callingHours?.enabled ?? false;
  return {
    consent: consent?.asked ? consent : undefined,
    notice: notice?.asked ? notice : undefined,
    hasHours,
    defaultCountry,
  };
}

/** Sets the job description, and the questionnaire to its default. */
function useChooseJob({ values, setFieldValue }: UseFormReturnType<SubmissionInput>) {
  const defaultQuestionnaire = useDefaultQuestionnaire();
  return (jobDescriptionId: string) => {
    const before = { job: values.jobDescriptionId, questionnaire: values.questionnaireTemplateId };
    setFieldValue('jobDescriptionId', jobDescriptionId);
    const questionnaire = defaultQuestionnaire(jobDescriptionId, before);
    if (questionnaire !== undefined) setFieldValue('questionnaireTemplateId', questionnaire);
  };
}

function allErrors(
  values: SubmissionInput,
  consent: ConsentRule | undefined,
  notice: NoticeRule | undefined,
): FormErrors {
  const unsaid = notice?.required === true && !values.noticeOn;
  const unticked = consent?.required === true && values.consentWording !== consent.wording;
  return {
    ...fieldErrors(submissionInput, values),
    ...(unsaid && { noticeOn: REASON_WORDS.notice_missing.failure.message }),
    ...(unticked && { consentWording: REASON_WORDS.consent_missing.failure.message }),
  };
}

function errorsOfFilledFields(values: SubmissionInput): FormErrors {
  const errors = Object.entries(fieldErrors(submissionInput, values));
  return Object.fromEntries(errors.filter(([field]) => Reflect.get(values, field) !== ''));
}

/** The service's words beside the fields that still are as it refused them. */
function errorsSaid(
  said: readonly FieldWords[],
  refused: SubmissionInput,
  values: SubmissionInput,
): FormErrors {
  const unchanged = said.filter(({ field }) => values[field] === refused[field]);
  return Object.fromEntries(
    unchanged.map(({ field, text }) => [field, `The service says: ${quotedWords(text)}`]),
  );
}

/** The number in E.164; null while invalid. `defaultCountry`: ISO 3166, for one without a country code. */
export function storedPhone(typed: string | undefined, defaultCountry: string | null): string | null {
  const phone = parseTypedPhone(typed ?? '', defaultCountry);
  return phone.ok ? phone.value.e164 : null;
}

/** The values with the number as it will be dialled, if it is valid. */
function withCountry(values: SubmissionInput, defaultCountry: string | null): SubmissionInput {
  return { ...values, phoneNumber: storedPhone(values.phoneNumber, defaultCountry) ?? values.phoneNumber };
}

function typedPhoneProblem(typed: string, defaultCountry: string | null): string | undefined {
  const phone = parseTypedPhone(typed, defaultCountry);
  return phone.ok ? undefined : inputWords(phone.problem);
}

/** A time on the candidate's clock cannot be sent before that clock is known for the number that is called. */
function clockProblem(
  { notBefore, notBeforeTimeZone, timeZone }: SubmissionInput,
  phone: string | null,
  clockOf: string | null,
): string | null {
  if (typeof notBefore !== 'number' || !notBeforeTimeZone || phone === null) return null;
  return clockOf === clockKey(phone, timeZone ?? null) ? null : UNKNOWN_CLOCK;
}

const UNKNOWN_CLOCK = "The candidate's time zone is being looked up. Submit again in a moment.";

/** What the candidate's clock depends on. */
export function clockKey(phone: string, timeZone: string | null): string {
  return `${phone} ${timeZone ?? ''}`;
}

/** The submission that a new one comes from. */
interface SubmitOrigin {
  /** The draft or refused submission to replace. */
  readonly replaces: string | null;
  /** The submission to repeat on purpose. */
  readonly again?: string | null;
}

interface Attempt {
  readonly input: SubmissionInput;
  /** The user confirmed that this number may be submitted again. */
  readonly despiteDuplicates: boolean;
  /** The user lets it wait until notice and call are far enough apart. */
  readonly waitForNotice: boolean;
}

/** Why a submission was not queued. */
interface Refusal {
  readonly error: unknown;
  readonly input: SubmissionInput;
}

/** The delay before the button shows progress, ms. */
const SLOW_MS = 200;

/**
 * Queues a submission. Ignores calls while one is under way: holding a key down must not call anybody twice.
 *
 * The toast appears as early as possible: nothing re-renders before the call, and the form resets (`onQueued`, with
 * whether the user is still on the page) only after the toast is painted.
 */
export function useSubmitRequest({ replaces, again = null }: SubmitOrigin) {
  const { api } = useWorkspace();
  const busy = useRef(false);
  const mounted = useMounted();
  const [isSlow, setSlow] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const showSubmitted = useSubmittedToast();
  const submit = async ({ input, despiteDuplicates, waitForNotice }: Attempt): Promise<boolean> => {
    const submitted = api.submissions.submit({
      ...input,
      despiteDuplicates,
      waitForNotice,
      ...(replaces !== null && { replaces }),
      ...(again !== null && { again }),
    });
    const slow = setTimeout(() => setSlow(true), SLOW_MS);
    let submission: Submission;
    try {
      submission = await submitted;
    } catch (error) {
      setRefusal({ error, input });
      return false;
    } finally {
      clearTimeout(slow);
      setSlow(false);
    }
    showSubmitted(submission);
    setRefusal(null);
    return true;
  };
  const start = async (attempt: Attempt, onQueued: (stillHere: boolean) => void): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    const isQueued = await submit(attempt);
    if (isQueued && mounted.current) await afterPaint();
    busy.current = false;
    if (isQueued) onQueued(mounted.current);
  };
  return {
    start,
    /** It takes so long that the button shows progress. */
    isSlow,
    error: refusal?.error ?? null,
    refused: refusal?.input,
    reset: () => setRefusal(null),
  };
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
