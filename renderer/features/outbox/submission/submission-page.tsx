import { Button, Skeleton } from '@mantine/core';
import { useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { chosenTime } from '../../../../shared/submission.ts';
import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { cityOf } from '../../../../shared/time-zone-names.ts';
import { toApiError } from '../../../api/api-error.ts';
import { useSubmissionDetail } from '../../../api/outbox.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { ListedLine } from '../../../parts/do-not-call/listed-line.tsx';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { ConsentFact, Fact, Facts, LongValue, NamedId, NoticeFact } from '../../../parts/facts/facts.tsx';
import { LinkedSubmissions } from '../../../parts/facts/linked-submissions.tsx';
import { ResumeLink } from '../../../parts/facts/resume-link.tsx';
import { HistorySection } from '../../../parts/history/history-section.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { useEscape } from '../../../parts/page/use-escape.ts';
import { useKeptFocus } from '../../../parts/page/use-kept-focus.ts';
import { PhoneText } from '../../../parts/phone/phone-text.tsx';
import { SubmissionBadge } from '../../../parts/status/submission-badge.tsx';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import { outboxPlace } from '../../../routes/outbox-place.ts';
import { requestPath, submissionPath } from '../../../routes/paths.ts';
import { requestSwitch } from '../../../routes/pending-switches.ts';
import { returnToOpenedRow } from '../use-opened-row.ts';
import { Standing } from './standing.tsx';
import classes from './submission-view.module.css';

/** Everything about one submission, accepted or not. */
export function SubmissionPage({ submissionId }: { submissionId: string }) {
  const { data, error, refetch } = useSubmissionDetail(submissionId);
  const [, navigate] = useLocation();
  const { id: workspaceId } = useWorkspace();
  const requestId = data?.requestId ?? null;
  const back = useCallback(() => {
    returnToOpenedRow(workspaceId, submissionId);
    navigate(requestId === null ? outboxPlace(workspaceId) : requestPath(requestId));
  }, [navigate, requestId, submissionId, workspaceId]);
  useEscape(back);
  useKeptFocus();
  if (error && !data) {
    return (
      <Page title="Submission" onBack={back}>
        <SubmissionMissing error={error} submissionId={submissionId} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return (
    <Page
      title={data?.candidateName ?? 'Loading…'}
      aside={data && <SubmissionBadge submission={data} />}
      onBack={back}
    >
      {data ? <SubmissionView submission={data} /> : <Skeleton height={280} radius="md" />}
    </Page>
  );
}

/** Where a submission stands, what was asked and all that happened; in two columns where there is room. */
export function SubmissionView({ submission }: { submission: SubmissionDetail }) {
  return (
    <div className={classes['view']}>
      <div className={classes['columns']}>
        <div className={classes['standing']}>
          <Standing submission={submission} />
        </div>
        <div className={classes['facts']}>
          <SubmissionFacts submission={submission} />
        </div>
        <div className={classes['history']}>
          <HistorySection history={submission.history} candidateName={submission.candidateName} />
        </div>
      </div>
    </div>
  );
}

interface SubmissionMissingProps {
  readonly error: unknown;
  readonly submissionId: string;
  readonly onRetry: () => void;
}

/** In place of a submission that isn't in this workspace: which one has it, or that it doesn't exist. */
export function SubmissionMissing({ error, submissionId, onRetry }: SubmissionMissingProps) {
  const { failure, message } = toApiError(error);
  const { code, values } = failure.error;
  switch (code) {
    case 'submission_not_found':
      return (
        <EmptyState
          title="There's no such submission"
          action={
            <Button component={Link} href="/outbox" variant="default">
              Go to the Outbox
            </Button>
          }
        >
          It may have been erased, or the link that led here is incomplete.
        </EmptyState>
      );
    case 'submission_elsewhere': {
      const { workspace } = values;
      const open = () => requestSwitch({ workspaceId: workspace.id, path: submissionPath(submissionId) });
      return (
        <EmptyState
          title="This submission is in another workspace"
          action={!workspace.removed && <Button onClick={open}>Open it there</Button>}
        >
          {message} Nothing of it is shown here.
        </EmptyState>
      );
    }
    default:
      return <ErrorNotice error={error} onRetry={onRetry} />;
  }
}

/** What the recruiter asked for, and what it is linked to. */
function SubmissionFacts({ submission }: { submission: SubmissionDetail }) {
  const { id, resumeUrl, requestId, consent, noticeOn } = submission;
  const { api } = useWorkspace();
  return (
    <Facts>
      <Fact name="Candidate" copy={['name', submission.candidateName]}>
        <LongValue>{submission.candidateName}</LongValue>
      </Fact>
      <Fact name="Phone" copy={['phone number', submission.phoneNumber]}>
        <PhoneText e164={submission.phoneNumber} />
        <ListedLine phoneNumber={submission.phoneNumber} />
      </Fact>
      <Fact name="Resume" copy={['resume link', resumeUrl]}>
        <ResumeLink resumeUrl={resumeUrl} onOpen={() => api.submissions.openResume({ id })} />
      </Fact>
      <Fact name="Job description" copy={['job description ID', submission.jobDescriptionId]}>
        <NamedId name={submission.jobName} id={submission.jobDescriptionId} />
      </Fact>
      <Fact name="Questionnaire" copy={['questionnaire ID', submission.questionnaireTemplateId]}>
        <NamedId name={submission.questionnaireName} id={submission.questionnaireTemplateId} />
      </Fact>
      {requestId !== null && (
        <Fact name="Request ID" copy={['request ID', requestId]}>
          <ClippedText mono>{requestId}</ClippedText>
        </Fact>
      )}
      <Fact name="Submitted">{formatDateTime(submission.createdAt)}</Fact>
      <ChosenTimes submission={submission} />
      <Fact name="Attempts">{formatNumber(submission.attempts)}</Fact>
      {noticeOn !== undefined && <NoticeFact noticeOn={noticeOn} />}
      {consent && <ConsentFact consent={consent} />}
      <ImportedFrom submission={submission} />
      <LinkedSubmissions {...submission} />
    </Facts>
  );
}

/** When the candidate may be called, as far as a person chose it, and the day that their notice puts it off to. */
function ChosenTimes({ submission }: { submission: SubmissionDetail }) {
  const { notBefore, wantedAt, timeZone, anyHour } = submission;
  const chosen = chosenTime(submission);
  return (
    <>
      {chosen !== null && <Fact name="Not before">{formatDateTime(chosen)}</Fact>}
      {wantedAt !== undefined && notBefore !== null && (
        <Fact name="Put off until">{formatDateTime(notBefore)}: notice too recent</Fact>
      )}
      {timeZone !== null && <Fact name="Candidate's time">{cityOf(timeZone)}</Fact>}
      {anyHour && <Fact name="Calling hours">Any hour</Fact>}
    </>
  );
}

function ImportedFrom({ submission: { importedFrom } }: { submission: SubmissionDetail }) {
  if (!importedFrom) return null;
  const { fileName, rowNumber } = importedFrom;
  return (
    <Fact name="Imported from">
      {fileName !== '' && <LongValue>{fileName}</LongValue>} row {formatNumber(rowNumber)}
    </Fact>
  );
}
