import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LinkedSubmission, RequestDetail } from '../../../shared/request.ts';
import type { Consent } from '../../../shared/submission.ts';
import { duplicateStatus } from '../../../shared/words/duplicate-words.ts';
import { CopyIconButton } from '../../parts/copy/copy-icon-button.tsx';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatDate, formatDateTime, formatUpcoming } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { requestPath } from '../../routes/paths.ts';
import classes from './request-facts.module.css';
import { ResumeLink } from './resume-link.tsx';

/** The full submission, and its IDs at the service. */
export function RequestFacts({ request }: { request: RequestDetail }) {
  return (
    <dl className={classes['facts']}>
      <Fact name="Candidate" copy={['name', request.candidateName]}>
        <span className={classes['name']}>
          <bdi>{request.candidateName}</bdi>
        </span>
      </Fact>
      <Fact name="Phone" copy={['phone number', request.phoneNumber]}>
        <PhoneText e164={request.phoneNumber} />
      </Fact>
      <Fact name="Resume" copy={['resume link', request.resumeUrl]}>
        <ResumeLink requestId={request.requestId} resumeUrl={request.resumeUrl} />
      </Fact>
      <Fact name="Job description" copy={['job description ID', request.jobDescriptionId]}>
        <NamedId name={request.jobName} id={request.jobDescriptionId} />
      </Fact>
      <Fact name="Questionnaire" copy={['questionnaire ID', request.questionnaireTemplateId]}>
        <NamedId name={request.questionnaireName} id={request.questionnaireTemplateId} />
      </Fact>
      <Fact name="Request ID" copy={['request ID', request.requestId]}>
        <ClippedText mono>{request.requestId}</ClippedText>
      </Fact>
      <Fact name="Submitted">{formatDateTime(request.submittedAt)}</Fact>
      {request.consent && <ConsentFact consent={request.consent} />}
      <Fact name="Accepted">{formatDateTime(request.acceptedAt)}</Fact>
      <NextCheck at={request.nextRefreshAt} />
      <OtherSubmissions request={request} />
    </dl>
  );
}

/** The wording the candidate agreed to, and when the consent was recorded. */
function ConsentFact({ consent: { at, wording } }: { consent: Consent }) {
  return (
    <Fact name="Consent">
      <span className={classes['name']} dir="auto">
        {wording}
      </span>
      <ClippedText dimmed>{formatDateTime(at)}</ClippedText>
    </Fact>
  );
}

function NextCheck({ at }: { at: number | null }) {
  const now = useNow();
  if (at === null) return null;
  return <Fact name="Next check">{at <= now ? 'now' : formatUpcoming(at, now)}</Fact>;
}

function OtherSubmissions({ request: { previous, following } }: { request: RequestDetail }) {
  if (!previous && following.length === 0) return null;
  return (
    <Fact name="Also submitted">
      <ul className={classes['others']}>
        {following.map((each) => (
          <Other key={each.submissionId} submission={each} when="Again" />
        ))}
        {previous && <Other submission={previous} when="Before" />}
      </ul>
    </Fact>
  );
}

function Other({ submission, when }: { submission: LinkedSubmission; when: string }) {
  const { requestId, submittedAt, status } = submission;
  return (
    <li className={classes['other']}>
      <Link href={requestId === null ? '/outbox' : requestPath(requestId)}>
        {when} on {formatDate(submittedAt)}
      </Link>
      <StatusBadge status={requestId === null ? duplicateStatus(submission) : status} />
    </li>
  );
}

interface FactProps {
  readonly name: string;
  /** Adds a button that copies a text. */
  readonly copy?: readonly [name: string, text: string];
  readonly children: ReactNode;
}

function Fact({ name, copy, children }: FactProps) {
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

function NamedId({ name, id }: { name: string | null; id: string }) {
  return (
    <>
      {name !== null && (
        <span className={classes['name']}>
          <bdi>{name}</bdi>
        </span>
      )}
      <ClippedText mono dimmed={name !== null}>
        {id}
      </ClippedText>
    </>
  );
}
