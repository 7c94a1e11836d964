import type { RequestDetail } from '../../../shared/request.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ListedLine } from '../../parts/do-not-call/listed-line.tsx';
import {
  ConsentFact,
  Fact,
  FactLink,
  Facts,
  LongValue,
  NamedId,
  NoticeFact,
} from '../../parts/facts/facts.tsx';
import { LinkedSubmissions } from '../../parts/facts/linked-submissions.tsx';
import { ResumeLink } from '../../parts/facts/resume-link.tsx';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatDateTime, formatUpcoming } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { submissionPath } from '../../routes/paths.ts';

/** The full submission, and its IDs at the service. */
export function RequestFacts({ request }: { request: RequestDetail }) {
  const { requestId, resumeUrl, submissionId } = request;
  const { api } = useWorkspace();
  return (
    <Facts>
      <Fact name="Candidate" copy={['name', request.candidateName]}>
        <LongValue>{request.candidateName}</LongValue>
      </Fact>
      <Fact name="Phone" copy={['phone number', request.phoneNumber]}>
        <PhoneText e164={request.phoneNumber} />
        <ListedLine phoneNumber={request.phoneNumber} />
      </Fact>
      <Fact name="Resume" copy={['resume link', resumeUrl]}>
        <ResumeLink resumeUrl={resumeUrl} onOpen={() => api.requests.openResume({ requestId })} />
      </Fact>
      <Fact name="Job description" copy={['job description ID', request.jobDescriptionId]}>
        <NamedId name={request.jobName} id={request.jobDescriptionId} />
      </Fact>
      <Fact name="Questionnaire" copy={['questionnaire ID', request.questionnaireTemplateId]}>
        <NamedId name={request.questionnaireName} id={request.questionnaireTemplateId} />
      </Fact>
      <Fact name="Request ID" copy={['request ID', requestId]}>
        <ClippedText mono>{requestId}</ClippedText>
      </Fact>
      <Fact name="Submitted">
        <FactLink href={submissionPath(submissionId)}>{formatDateTime(request.submittedAt)}</FactLink>
      </Fact>
      {request.noticeOn !== null && <NoticeFact noticeOn={request.noticeOn} />}
      {request.consent && <ConsentFact consent={request.consent} />}
      <Fact name="Accepted">{formatDateTime(request.acceptedAt)}</Fact>
      <NextCheck at={request.nextRefreshAt} />
      <LinkedSubmissions {...request} />
    </Facts>
  );
}

function NextCheck({ at }: { at: number | null }) {
  const now = useNow();
  if (at === null) return null;
  return <Fact name="Next check">{at <= now ? 'now' : formatUpcoming(at, now)}</Fact>;
}
