import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LinkedSubmission, RequestDetail } from '../../shared/request.ts';
import type { Consent } from '../../shared/submission.ts';
import { duplicateStatus } from '../../shared/words/duplicate-words.ts';
import { requestPath, submissionPath } from '../routes/paths.ts';
import { CopyIconButton } from './copy.tsx';
import classes from './facts.module.css';
import { formatDate, formatDateTime } from './format.ts';
import { ErrorNotice } from './notice.tsx';
import { PhoneText } from './phone.tsx';
import { StatusBadge } from './status.tsx';
import { ClippedText } from './text.tsx';

/** A framed list of {@link Fact}s, in as many columns as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Adds a button that copies a text. */
  readonly copy?: readonly [name: string, text: string];
  readonly children: ReactNode;
}

export function Fact({ name, copy, children }: FactProps) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>
        <span className={classes['value']}>{children}</span>
        {copy && <CopyIconButton text={copy[1]} label={`Copy ${copy[0]}`} />}
      </dd>
    </div>
  );
}

/** A link to another page, as the value of a fact. */
export function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes['link']}>
      {children}
    </Link>
  );
}

/** The value of a fact that may be long: it wraps anywhere. */
export function LongValue({ children }: { children: ReactNode }) {
  return (
    <span className={classes['name']}>
      <bdi>{children}</bdi>
    </span>
  );
}

/** An id of the service, under the Library's name for it. */
function NamedId({ name, id }: { name: string | null; id: string }) {
  return (
    <>
      {name !== null && <LongValue>{name}</LongValue>}
      <ClippedText mono dimmed={name !== null}>
        {id}
      </ClippedText>
    </>
  );
}

interface SentFactsProps {
  readonly sent: Pick<
    RequestDetail,
    | 'candidateName'
    | 'phoneNumber'
    | 'resumeUrl'
    | 'jobDescriptionId'
    | 'jobName'
    | 'questionnaireTemplateId'
    | 'questionnaireName'
  >;
  /** Opens the resume in the system browser. */
  readonly onOpenResume: () => Promise<unknown>;
  /** Under the number, and under the job description. */
  readonly ofNumber: ReactNode;
  readonly ofJob?: ReactNode;
}

/** What the service got of a candidate. */
export function SentFacts({ sent, onOpenResume, ofNumber, ofJob }: SentFactsProps) {
  return (
    <>
      <Fact name="Candidate" copy={['name', sent.candidateName]}>
        <LongValue>{sent.candidateName}</LongValue>
      </Fact>
      <Fact name="Phone" copy={['phone number', sent.phoneNumber]}>
        <PhoneText e164={sent.phoneNumber} />
        {ofNumber}
      </Fact>
      <Fact name="Resume" copy={['resume link', sent.resumeUrl]}>
        <ResumeLink resumeUrl={sent.resumeUrl} onOpen={onOpenResume} />
      </Fact>
      <Fact name="Job description" copy={['job description ID', sent.jobDescriptionId]}>
        <NamedId name={sent.jobName} id={sent.jobDescriptionId} />
        {ofJob}
      </Fact>
      <Fact name="Questionnaire" copy={['questionnaire ID', sent.questionnaireTemplateId]}>
        <NamedId name={sent.questionnaireName} id={sent.questionnaireTemplateId} />
      </Fact>
    </>
  );
}

/** The day the candidate was told of the call. */
export function NoticeFact({ noticeOn }: { noticeOn: string }) {
  return <Fact name="Notice given on">{formatDay(noticeOn)}</Fact>;
}

function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The wording the candidate agreed to, and when the consent was recorded. */
export function ConsentFact({ consent: { at, wording } }: { consent: Consent }) {
  return (
    <Fact name="Consent">
      <span className={classes['name']} dir="auto">
        {wording}
      </span>
      <ClippedText dimmed>{formatDateTime(at)}</ClippedText>
    </Fact>
  );
}

interface LinkedSubmissionsProps {
  readonly candidateName: string;
  readonly previous: LinkedSubmission | null;
  readonly following: readonly LinkedSubmission[];
}

/** Links to the submission that this one corrects or repeats, and to those made from it. */
export function LinkedSubmissions({ candidateName, previous, following }: LinkedSubmissionsProps) {
  if (!previous && following.length === 0) return null;
  const own = candidateName;
  return (
    <Fact name="Also submitted">
      <ul className={classes['others']}>
        {following.map((each) => (
          <Linked key={each.submissionId} submission={each} own={own} when="Again" />
        ))}
        {previous && <Linked submission={previous} own={own} when="Before" />}
      </ul>
    </Fact>
  );
}

interface LinkedProps {
  readonly submission: LinkedSubmission;
  /** The name on the page: another one is said. */
  readonly own: string;
  readonly when: string;
}

function Linked({ submission, own, when }: LinkedProps) {
  const { submissionId, candidateName, requestId, submittedAt, status, by } = submission;
  return (
    <li className={classes['other']}>
      <FactLink href={requestId === null ? submissionPath(submissionId) : requestPath(requestId)}>
        {when} on {formatDate(submittedAt)}
        {by !== null && (
          <>
            {' '}
            by <bdi>{by}</bdi>
          </>
        )}
      </FactLink>
      <StatusBadge status={requestId === null ? duplicateStatus(submission) : status} />
      {candidateName !== own && <bdi className={classes['as']}>as {candidateName}</bdi>}
    </li>
  );
}

interface ResumeLinkProps {
  readonly resumeUrl: string;
  /** Opens it in the system browser. */
  readonly onOpen: () => Promise<unknown>;
}

/** Opens the resume in the system browser if its link is https; any other link only says why it isn't opened. */
function ResumeLink({ resumeUrl, onOpen }: ResumeLinkProps) {
  const open = useMutation({ mutationFn: onOpen });
  if (!/^https:/i.test(resumeUrl)) {
    return (
      <>
        <span className={classes['address']} dir="ltr">
          {resumeUrl}
        </span>
        <span className={classes['why']}>
          Callboard opens only encrypted (https) links. If you trust this one, copy it.
        </span>
      </>
    );
  }
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes['resume']}
        title={resumeUrl}
        onClick={() => open.mutate()}
      >
        <span className={classes['host']} dir="ltr">
          {resumeUrl.replace(/^https:\/\//i, '')}
        </span>
        <IconExternalLink size={14} role="img" aria-label="(opens in your browser)" />
      </Anchor>
      <ErrorNotice error={open.error} />
    </>
  );
}
