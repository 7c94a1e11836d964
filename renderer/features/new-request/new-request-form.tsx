import { Button, Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { SubmissionInput } from '../../../shared/submission.ts';
import { toApiError } from '../../api/api-error.ts';
import { LibraryField } from '../../parts/library-field/library-field.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { openedOverlay } from '../../parts/shortcuts/overlay.ts';
import { CallingTimeField } from './calling-time-field.tsx';
import { ConsentField } from './consent-field.tsx';
import { DuplicateQuestion } from './duplicate-question.tsx';
import classes from './new-request-form.module.css';
import { NoticeField } from './notice-field.tsx';
import { NoticeQuestion } from './notice-question.tsx';
import { PhoneField } from './phone-field.tsx';
import { SendLater } from './send-later.tsx';
import { TriesUsedUp } from './tries-used-up.tsx';
import { type RequestFormOptions, useRequestForm } from './use-request-form.ts';

interface NewRequestFormProps extends RequestFormOptions {
  /** A second button that leaves without submitting. */
  readonly leave?: { readonly label: string; readonly go: () => void };
  /** The field that has the focus at first; by default the name. */
  readonly beginsAt?: keyof SubmissionInput;
}

/** The form for a submission. Errors appear next to their fields, and nothing typed is lost. */
export function NewRequestForm({ leave, beginsAt = 'candidateName', ...options }: NewRequestFormProps) {
  // A field that a changed rule adds later must not take the focus.
  const [first] = useState(beginsAt);
  const request = useRequestForm(options);
  const { submit, sendWith } = request;
  return (
    <form noValidate className={classes['form']} onSubmit={sendWith({})} onKeyDown={submitOnEnter}>
      <RequestFields request={request} first={first} />
      <SubmitProblem request={request} />
      <Group gap="sm">
        <Button type="submit" loading={submit.isSlow}>
          Submit request
        </Button>
        {leave && (
          <Button variant="subtle" color="gray" onClick={leave.go}>
            {leave.label}
          </Button>
        )}
      </Group>
    </form>
  );
}

type Request = ReturnType<typeof useRequestForm>;

interface FieldsProps {
  readonly request: Request;
  readonly first: keyof SubmissionInput;
}

function RequestFields({ request, first }: FieldsProps) {
  const { form, nameInput, defaultCountry, chooseJob } = request;
  return (
    <>
      <TextInput
        ref={nameInput}
        label="Candidate name"
        autoFocus={first === 'candidateName'}
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('candidateName')}
      />
      <PhoneField
        autoFocus={first === 'phoneNumber'}
        {...form.getInputProps('phoneNumber')}
        value={form.values.phoneNumber}
        defaultCountry={defaultCountry}
      />
      <TextInput
        label="Resume link"
        autoFocus={first === 'resumeUrl'}
        type="url"
        autoComplete="off"
        placeholder="https://"
        spellCheck={false}
        {...form.getInputProps('resumeUrl')}
      />
      <LibraryField
        kind="job_description"
        label="Job description"
        placeholder="Pick from the Library or enter an ID"
        autoFocus={first === 'jobDescriptionId'}
        {...form.getInputProps('jobDescriptionId')}
        value={form.values.jobDescriptionId}
        onChange={chooseJob}
      />
      <LibraryField
        kind="questionnaire"
        label="Questionnaire"
        placeholder="Pick from the Library or enter an ID"
        autoFocus={first === 'questionnaireTemplateId'}
        {...form.getInputProps('questionnaireTemplateId')}
        value={form.values.questionnaireTemplateId}
      />
      <LaterFields request={request} first={first} />
      <RulesFields request={request} first={first} />
    </>
  );
}

function LaterFields({ request, first }: FieldsProps) {
  const { form, notBeforeInput, later, setLater, clockOf, phone } = request;
  const { notBefore, notBeforeTimeZone, timeZone } = form.values;
  const { onBlur, error } = form.getInputProps('notBefore');
  return (
    <SendLater
      opened={later}
      onOpened={setLater}
      autoFocus={first === 'notBefore'}
      phoneNumber={phone}
      candidateTimeZone={timeZone ?? null}
      value={typeof notBefore === 'number' ? { at: notBefore, timeZone: notBeforeTimeZone ?? null } : null}
      onChange={(time) => {
        form.setFieldValue('notBeforeTimeZone', time?.timeZone ?? null);
        form.setFieldValue('notBefore', time?.at ?? null);
      }}
      onClock={(key) => {
        clockOf.current = key;
      }}
      onBlur={onBlur}
      error={error}
      inputRef={notBeforeInput}
    />
  );
}

/** The fields for the workspace's rules. */
function RulesFields({
  request: { form, consent, notice, noticeInput, hasHours, phone, zoneOf },
  first,
}: FieldsProps) {
  const { notBefore, timeZone, anyHour, consentWording, noticeOn } = form.values;
  return (
    <>
      {hasHours && (
        <CallingTimeField
          phoneNumber={phone}
          notBefore={notBefore ?? null}
          notice={notice && noticeOn ? { on: noticeOn, days: notice.days } : null}
          timeZone={timeZone ?? null}
          anyHour={anyHour ?? false}
          onTimeZone={(zone) => form.setFieldValue('timeZone', zone)}
          onAnyHour={(any) => form.setFieldValue('anyHour', any)}
          onChecked={(number) => {
            zoneOf.current = number;
          }}
        />
      )}
      {notice && (
        <NoticeField
          rule={notice}
          autoFocus={first === 'noticeOn'}
          inputRef={noticeInput}
          value={noticeOn ?? null}
          onChange={(day) => form.setFieldValue('noticeOn', day)}
          error={form.errors['noticeOn']}
        />
      )}
      {consent && (
        <ConsentField
          rule={consent}
          autoFocus={first === 'consentWording'}
          value={consentWording ?? null}
          onChange={(wording) => form.setFieldValue('consentWording', wording)}
          error={form.errors['consentWording']}
        />
      )}
    </>
  );
}

/** Why it was not queued; a duplicate is a question rather than an error. */
function SubmitProblem({ request }: { request: Request }) {
  const { form, phone, submit, sendWith, setLater, nameInput } = request;
  if (!submit.error) return null;
  const { error } = toApiError(submit.error).failure;
  // The number has changed since.
  const isOver = submit.refused?.phoneNumber !== phone;
  if (error.code === 'tries_used_up') {
    if (isOver) return null;
    const sendAt = (at: number) => {
      form.setFieldValue('notBeforeTimeZone', null);
      form.setFieldValue('notBefore', at);
      form.clearFieldError('phoneNumber');
      setLater(true);
      submit.reset();
    };
    return <TriesUsedUp error={submit.error} used={error.values.used} onLater={sendAt} />;
  }
  if (error.code === 'notice_too_recent') {
    // The day has changed since the question.
    if (submit.refused?.noticeOn !== form.values.noticeOn) return null;
    return (
      <NoticeQuestion
        sendAt={error.values.sendAt}
        busy={submit.isSlow}
        onWait={() => sendWith({ waitForNotice: true })()}
      />
    );
  }
  if (error.code !== 'duplicate') return <ErrorNotice error={submit.error} />;
  if (phone === null || isOver) return null;
  return (
    <DuplicateQuestion
      phoneNumber={phone}
      busy={submit.isSlow}
      onSubmitAnyway={() => sendWith({ despiteDuplicates: true })()}
      onLeave={() => {
        submit.reset();
        nameInput.current?.focus();
      }}
    />
  );
}

/**
 * Submits on Enter in a field, and on Ctrl+Enter or Cmd+Enter where Enter picks a suggestion. The browser's own implicit
 * submission would also show the button pressed, which delays the response by a frame.
 */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  // The key is meant for the palette or dialog that is opening.
  if (openedOverlay() !== null) return;
  const modified = event.ctrlKey || event.metaKey;
  if (!modified && (event.defaultPrevented || !isField(event.target))) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}

/** Whether Enter submits here; buttons and checkboxes handle it themselves. */
function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'button';
}
