import { chosenTime } from '../../../../shared/submission.ts';
import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { cityOf } from '../../../../shared/time-zone-names.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { ListedLine } from '../../../parts/do-not-call/listed-line.tsx';
import { ConsentFact, Fact, Facts, LongValue, NamedId, NoticeFact } from '../../../parts/facts/facts.tsx';
import { LinkedSubmissions } from '../../../parts/facts/linked-submissions.tsx';
import { ResumeLink } from '../../../parts/facts/resume-link.tsx';
import { PhoneText } from '../../../parts/phone/phone-text.tsx';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';

/** What the recruiter asked for, and what it is linked to. */
export function SubmissionFacts({ submission }: { submission: SubmissionDetail }) {
  const { id, resumeUrl, requestId, consent, noticeOn } = submission;
  const { api } = useWorkspace();
  return (
    <Facts>
      <Fact name="Candidate" copy={['name', submission.candidateName]}>
        <LongValue>{submission.candidateName}</LongValue>
      </Fact>
      <Fact name="Phone" copy={['phone number', submission.phoneNumber]}>
        <PhoneText e164={submission.phoneNumber} />
        <ListedLine phoneNumber={submission.phoneNumber} requestId={requestId} />
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
