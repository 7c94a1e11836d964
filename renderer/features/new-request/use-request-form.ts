import { type FormErrors, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import { type SubmissionInput, submissionInput } from '../../../shared/submission.ts';
import { FAILURE_WORDS } from '../../../shared/words/failure-words.ts';
import { toApiError } from '../../api/api-error.ts';
import { useDuplicatesOf } from '../../api/duplicates.ts';
import { useRules } from '../../api/rules.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { fieldErrors } from '../../parts/form/field-errors.ts';
import { focusFirstError } from '../../parts/form/focus-first-error.ts';
import { useDefaultQuestionnaire } from '../../parts/library-field/default-questionnaire.ts';
import { notBeforeProblem } from '../../parts/time/local-date-time.ts';
import { nextDraft } from './request-draft.ts';
import { type SubmitOrigin, useSubmitRequest } from './use-submit-request.ts';

export interface RequestFormOptions extends SubmitOrigin {
  readonly initial: SubmissionInput;
  readonly onType?: (draft: SubmissionInput) => void;
  /** Called once it is queued; without it, the form resets for the next candidate. */
  readonly onDone?: () => void;
}

/** The state, validation and submission of the form. */
export function useRequestForm({ initial, replaces, again = null, onType, onDone }: RequestFormOptions) {
  const nameInput = useRef<HTMLInputElement>(null);
  const notBeforeInput = useRef<HTMLInputElement>(null);
  // Until the first attempt to submit, an empty field is not an error.
  const wished = useRef(false);
  const [later, setLater] = useState(typeof initial.notBefore === 'number');
  const submit = useSubmitRequest({ replaces, again });
  const rules = useRules().data;
  const consent = rules?.consent.asked ? rules.consent : undefined;
  const problemsOf = (values: SubmissionInput): FormErrors => {
    const unfinished = notBeforeInput.current?.validity.badInput ?? false;
    const problem = notBeforeProblem(values.notBefore ?? null, unfinished, Date.now());
    const unticked = consent?.required === true && values.consentWording !== consent.wording;
    const wrong = fieldErrors(submissionInput, values);
    return {
      ...(wished.current ? wrong : ofFilledFields(wrong, values)),
      ...(problem !== null && { notBefore: problem }),
      ...(wished.current && unticked && { consentWording: FAILURE_WORDS.consent_missing.message }),
    };
  };
  const form = useForm({
    initialValues: initial,
    validate: problemsOf,
    validateInputOnBlur: true,
    onValuesChange: (values) => onType?.(values),
  });
  const { setErrors } = form;
  useEffect(() => {
    if (submit.error) setErrors(toApiError(submit.error).fields);
  }, [submit.error, setErrors]);

  const defaultQuestionnaire = useDefaultQuestionnaire();
  const chooseJob = (jobDescriptionId: string) => {
    const before = { job: form.values.jobDescriptionId, questionnaire: form.values.questionnaireTemplateId };
    form.setFieldValue('jobDescriptionId', jobDescriptionId);
    const questionnaire = defaultQuestionnaire(jobDescriptionId, before);
    if (questionnaire !== undefined) form.setFieldValue('questionnaireTemplateId', questionnaire);
  };
  const empty = (sent: SubmissionInput) => {
    // First, because blur validates a field and would find the emptied one invalid.
    nameInput.current?.focus();
    form.setValues(nextDraft(sent));
    form.clearErrors();
    wished.current = false;
    setLater(false);
  };
  const queued = (sent: SubmissionInput, stillHere: boolean) => {
    // If the user has left the page, only reset the draft: on return it must not offer the same candidate again.
    if (!stillHere) onType?.(nextDraft(sent));
    else if (onDone) onDone();
    else empty(sent);
  };
  const sendWith = (despiteDuplicates: boolean) => (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    wished.current = true;
    const input = form.getValues();
    const problems = problemsOf(input);
    // Without problems, skip the re-render: it would delay the response.
    if (Object.keys(problems).length > 0 || Object.keys(form.errors).length > 0) setErrors(problems);
    if (Object.keys(problems).length > 0) focusFirstError();
    else void submit.start({ input, despiteDuplicates }, (stillHere) => queued(input, stillHere));
  };
  const openLater = () => setLater(true);
  const hasHours = rules?.callingHours.enabled ?? false;
  return {
    form,
    submit,
    sendWith,
    nameInput,
    notBeforeInput,
    later,
    openLater,
    chooseJob,
    /** The consent rule, if the workspace asks for consent. */
    consent,
    hasHours,
  };
}

function ofFilledFields(wrong: FormErrors, values: SubmissionInput): FormErrors {
  return Object.fromEntries(Object.entries(wrong).filter(([field]) => Reflect.get(values, field) !== ''));
}

/** The number in E.164; null while invalid. */
export function storedPhone(typed: string | undefined): string | null {
  const phone = parsePhoneNumber(typed ?? '');
  return phone.ok ? phone.value.e164 : null;
}

/** The newest earlier submission with a number, looked up when the field loses focus. */
export function useEarlierSubmission(typed: string) {
  const [left, setLeft] = useState<string | null>(null);
  const phone = storedPhone(typed);
  const earlier = useDuplicatesOf(useWorkspace(), phone === left ? left : null).data?.[0];
  return { earlier, check: () => setLeft(phone) };
}
