import { Anchor, Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Duplicate } from '../../../shared/outbox.ts';
import { isUuidShaped, type SubmissionInput } from '../../../shared/submission.ts';
import type { TriesUsed } from '../../../shared/tries.ts';
import { duplicateStatus } from '../../../shared/words/duplicate-words.ts';
import type { ConsentRule } from '../../../shared/workspace-rules.ts';
import { toApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useDuplicatesOf } from '../../api/phone-number.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { NoticeDayField } from '../../parts/form.tsx';
import { countOf, formatPlanned, shortId } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { LibraryField } from '../../parts/library-field.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { usePhoneFormat } from '../../parts/phone.tsx';
import { openedOverlay } from '../../parts/shortcuts.ts';
import { StatusBadge } from '../../parts/status.tsx';
import { useNow } from '../../parts/time.tsx';
import { duplicateWhen, noticeHint } from '../../parts/words.ts';
import { importPath, requestPath, submissionPath } from '../../routes/paths.ts';
import classes from './new-request.module.css';
import { CallingTimeField, PhoneField, SendLater } from './request-fields.tsx';
import { NEXT, type RequestFormOptions, useRequestForm } from './use-request-form.ts';

interface NewRequestFormProps extends RequestFormOptions {
  /** A second button leaves without submitting. */
  readonly onCancel?: () => void;
  /** The field that has the focus at first; by default the name. */
  readonly beginsAt?: keyof SubmissionInput;
}

/** The form for a submission. Errors appear next to their fields, and nothing typed is lost. */
export function NewRequestForm({ onCancel, beginsAt = 'candidateName', ...options }: NewRequestFormProps) {
  // A field that a changed rule adds later must not take the focus.
  const [first] = useState(beginsAt);
  const request = useRequestForm(options);
  const { submit, sendWith } = request;
  return (
    <form
      noValidate
      data-new-request
      className={classes['form']}
      onSubmit={sendWith({})}
      onKeyDown={submitOnEnter}
    >
      <div className={classes['fields']}>
        <RequestFields request={request} first={first} />
      </div>
      <SubmitProblem request={request} />
      <div className={classes['actions']}>
        <Button type="submit" loading={submit.isSlow}>
          Submit request
        </Button>
        {onCancel ? (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button type="submit" value={NEXT} variant="default" title="Keeps the job and the questionnaire">
            Submit and next
          </Button>
        )}
      </div>
    </form>
  );
}

/** What the form did by itself, or offers to do. */
function FormNote({ request: { paste, form } }: { request: Request }) {
  const { note, setNote } = paste;
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const openInImport = async (table: string) => {
    const { importSession } = await import('../import/import-session.ts');
    const { jobDescriptionId } = form.getValues();
    const job = isUuidShaped(jobDescriptionId) ? jobDescriptionId : null;
    navigate(importPath(job));
    importSession(workspace).take(table, job);
  };
  return (
    <Group role="status" gap={8}>
      {note?.kind === 'kept' && <Dim>The job stays for the next one.</Dim>}
      {note?.kind === 'filled' && (
        <>
          <Dim>Filled {countOf(note.count, 'field')}.</Dim>
          <Button size="compact-sm" variant="default" onClick={note.undo}>
            Undo
          </Button>
        </>
      )}
      {note?.kind === 'people' && (
        <>
          <Button size="compact-sm" variant="default" onClick={() => void openInImport(note.table)}>
            Import these {note.count} instead?
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setNote(null)}>
            Dismiss
          </Button>
        </>
      )}
    </Group>
  );
}

type Request = ReturnType<typeof useRequestForm>;

interface FieldsProps {
  readonly request: Request;
  readonly first: keyof SubmissionInput;
}

function RequestFields({ request, first }: FieldsProps) {
  const { form, nameInput, defaultCountry, completeLink, paste } = request;
  const link = form.getInputProps('resumeUrl');
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
        pasted={paste.phones}
        onChange={(number) => form.setFieldValue('phoneNumber', number)}
      />
      <TextInput
        label="Resume link"
        className={classes['wide']}
        autoFocus={first === 'resumeUrl'}
        type="url"
        autoComplete="off"
        placeholder="https://"
        spellCheck={false}
        {...link}
        onBlur={(event) => {
          completeLink();
          link.onBlur(event);
        }}
      />
      <JobField request={request} first={first} />
      <LibraryField
        kind="questionnaire"
        label="Questionnaire"
        placeholder="From the Library, or an ID"
        autoFocus={first === 'questionnaireTemplateId'}
        {...form.getInputProps('questionnaireTemplateId')}
        value={form.values.questionnaireTemplateId}
      />
      <div className={classes['later']}>
        <LaterFields request={request} first={first} />
        <FormNote request={request} />
      </div>
      <RulesFields request={request} first={first} />
    </>
  );
}

/** The job description; one that the Library doesn't have is named on the way, with its ID. */
function JobField({ request: { form, chooseJob, tried }, first }: FieldsProps) {
  const workspace = useWorkspace();
  const jobs = useQuery(workspace.queries.library.list()).data?.filter(
    ({ kind }) => kind === 'job_description',
  );
  const job = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const [asked, setAsked] = useState(false);
  const save = useMutation({ mutationFn: workspace.api.library.save, meta: SHOW_ERROR_IN_SHELL });
  const name = form.values.jobDescriptionId.trim();
  const { onBlur, error, ...field } = form.getInputProps('jobDescriptionId');
  const isNew = jobs !== undefined && name !== '' && !isUuidShaped(name) && (left || asked);
  const choose = (serviceId: string) => {
    if (!isUuidShaped(serviceId)) return;
    chooseJob(serviceId);
    job.current?.focus();
    setAsked(false);
    // Another name of a job that has one would be lost.
    if (jobs?.some((entry) => entry.serviceId === serviceId && entry.name !== '')) return;
    save.mutate({ kind: 'job_description', serviceId, name, note: '' });
  };
  return (
    <>
      <LibraryField
        kind="job_description"
        label="Job description"
        placeholder="From the Library, or an ID"
        autoFocus={first === 'jobDescriptionId'}
        {...field}
        inputRef={job}
        error={isNew ? undefined : error}
        value={form.values.jobDescriptionId}
        onChange={chooseJob}
        onBlur={() => {
          setLeft(true);
          onBlur();
        }}
        onNew={() => setAsked(true)}
      />
      {isNew && (
        <TextInput
          className={classes['newJob']}
          label={
            <>
              Name a new job: ID of <bdi>{name}</bdi>
            </>
          }
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoFocus={asked}
          description={tried ? undefined : 'The Library keeps it.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={tried && error}
          onChange={(event) => choose(event.currentTarget.value.trim())}
        />
      )}
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
        <NoticeDayField
          label="Notice given on"
          hint={noticeHint(notice)}
          required={notice.required}
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
    return <TriesUsedUp error={submit.error} used={error.values} onLater={sendAt} />;
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
 * Submits on Enter in a field; Ctrl+Enter or Cmd+Enter submit and go on, also where Enter picks a suggestion. The browser's own implicit
 * submission would also show the button pressed, which delays the response by a frame.
 */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  // The key is meant for the palette or dialog that is opening.
  if (openedOverlay() !== null) return;
  const modified = event.ctrlKey || event.metaKey;
  if (!modified && (event.defaultPrevented || !isField(event.target))) return;
  event.preventDefault();
  const next = modified ? event.currentTarget.querySelector<HTMLElement>(`[value="${NEXT}"]`) : null;
  if (!event.repeat) event.currentTarget.requestSubmit(next);
}

/** Whether Enter submits here; buttons and checkboxes handle it themselves. */
function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'button';
}

interface ConsentFieldProps {
  readonly rule: ConsentRule;
  readonly autoFocus: boolean;
  /** The wording the candidate agreed to; null if not confirmed. */
  readonly value: string | null;
  readonly onChange: (wording: string | null) => void;
  readonly error?: ReactNode;
}

/** A checkbox for the candidate's consent. A changed wording needs consent again. */
function ConsentField({ rule: { wording, required }, autoFocus, value, onChange, error }: ConsentFieldProps) {
  return (
    <div className={classes['consent']}>
      <Checkbox
        label={<span dir="auto">{wording}</span>}
        required={required}
        autoFocus={autoFocus}
        checked={value === wording}
        onChange={(event) => onChange(event.currentTarget.checked ? wording : null)}
        error={error}
        {...(error && { 'aria-invalid': true })}
      />
    </div>
  );
}

/** A question within the form. */
function Question({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focuses the frame and no button: a key that is still held down must not answer.
    frame.current?.focus();
  }, []);
  return (
    <div ref={frame} tabIndex={-1} data-asks className={classes['duplicates']}>
      <Notice tone="warning" role="alert" title={title}>
        {children}
      </Notice>
    </div>
  );
}

interface NoticeQuestionProps {
  /** When notice and call are far enough apart, UTC ms. */
  readonly sendAt: number;
  readonly busy: boolean;
  readonly onWait: () => void;
}

/** Offers to wait for the first day that is late enough; why it isn't now stands at the field. */
function NoticeQuestion({ sendAt, busy, onWait }: NoticeQuestionProps) {
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' }).format(sendAt);
  return (
    <Question title="Nothing was queued.">
      <p>The notice is too recent for a call now. {day} is the first day that is late enough.</p>
      <Group gap={8} mt={6}>
        <Button variant="default" loading={busy} onClick={onWait}>
          Send on {day}
        </Button>
      </Group>
    </Question>
  );
}

const MINUTE_MS = 60_000;

interface TriesUsedUpProps {
  readonly error: unknown;
  readonly used: TriesUsed;
  /** Chooses the first moment at which the person may be tried again, UTC ms. */
  readonly onLater: (at: number) => void;
}

/** Says that somebody was tried as often as the rules allow, and offers the day from which another try is allowed. */
function TriesUsedUp({ error, used, onLater }: TriesUsedUpProps) {
  const now = useNow();
  // The time is chosen and shown in minutes.
  const at = Math.ceil(used.nextAt / MINUTE_MS) * MINUTE_MS;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={toApiError(error).message}
      actions={
        <Button
          variant="default"
          onClick={({ currentTarget: { form } }) => {
            onLater(at);
            // The button goes away with the notice.
            form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
          }}
        >
          Send later: {formatPlanned(at, now)}
        </Button>
      }
    >
      <p>Nothing was sent.</p>
    </Notice>
  );
}

interface DuplicateQuestionProps {
  /** E.164. */
  readonly phoneNumber: string;
  readonly busy: boolean;
  readonly onSubmitAnyway: () => void;
  readonly onLeave: () => void;
}

/** Asks, inside the form, whether to call someone again who was submitted before. */
function DuplicateQuestion({ phoneNumber, busy, onSubmitAnyway, onLeave }: DuplicateQuestionProps) {
  const earlier = useDuplicatesOf(useWorkspace(), phoneNumber).data;
  return (
    <Question title="This phone number was submitted before.">
      <p>Nothing was queued. If you submit anyway, this person is called again.</p>
      <ul className={classes['earlierList']}>
        {earlier?.map((submission) => (
          <Earlier key={submission.submissionId} earlier={submission} asked={phoneNumber} />
        ))}
      </ul>
      <Group gap={8} mt={6}>
        <Button variant="default" onClick={onLeave}>
          Do not submit
        </Button>
        <Button variant="default" loading={busy} onClick={onSubmitAnyway}>
          Submit anyway
        </Button>
      </Group>
    </Question>
  );
}

/** An earlier submission, with its number if that differs from what was `asked` for. */
function Earlier({ earlier, asked }: { earlier: Duplicate; asked: string }) {
  const format = usePhoneFormat();
  const { candidateName, phoneNumber, jobName, jobDescriptionId, requestId, by } = earlier;
  return (
    <li className={classes['earlier']}>
      <span className={classes['name']} dir="auto">
        {candidateName}
      </span>
      {/* What a colleague has yet to send is said below: its states are those of one's own. */}
      {(requestId !== null || by === undefined) && (
        <StatusBadge status={requestId === null ? duplicateStatus(earlier) : earlier.status} />
      )}
      <Dim fz="inherit">
        {duplicateWhen(earlier)} · <bdi>{jobName ?? shortId(jobDescriptionId)}</bdi>
        {phoneNumber !== asked && (
          <>
            {' · '}
            <span dir="ltr">{format(phoneNumber)}</span>
          </>
        )}
      </Dim>
      <EarlierLink earlier={earlier} />
    </li>
  );
}

function EarlierLink({ earlier: { submissionId, requestId, workspace, by } }: { earlier: Duplicate }) {
  // Only its own workspace shows it, and what a colleague has yet to send only their computer.
  if (workspace !== null || (by !== undefined && requestId === null)) return null;
  return (
    <Anchor
      component={Link}
      size="sm"
      href={requestId === null ? submissionPath(submissionId) : requestPath(requestId)}
    >
      {requestId === null ? 'Open submission' : 'Open request'}
    </Anchor>
  );
}
