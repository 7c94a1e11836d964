import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { api } from '../../api/api.ts';
import { CopyIconButton } from '../../parts/copy/copy-icon-button.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatDateTime, formatUpcoming } from '../../parts/time/format-time.ts';
import { useNow } from '../../parts/time/use-now.ts';
import classes from './request-facts.module.css';

/** What was submitted, and how the service calls it. */
export function RequestFacts({ request }: { request: RequestDetail }) {
  const now = useNow();
  return (
    <dl className={classes['facts']}>
      <Fact name="Phone" action={<CopyIconButton text={request.phoneNumber} label="Copy phone number" />}>
        <PhoneText e164={request.phoneNumber} />
      </Fact>
      <Fact name="Resume">
        <ResumeLink requestId={request.requestId} resumeUrl={request.resumeUrl} />
      </Fact>
      <Fact name="Job description">
        <NamedId name={request.jobName} id={request.jobDescriptionId} />
      </Fact>
      <Fact name="Questionnaire">
        <NamedId name={request.questionnaireName} id={request.questionnaireTemplateId} />
      </Fact>
      <Fact name="Request ID" action={<CopyIconButton text={request.requestId} label="Copy request ID" />}>
        <ClippedText mono>{request.requestId}</ClippedText>
      </Fact>
      <Fact name="Accepted">{formatDateTime(request.acceptedAt)}</Fact>
      {request.nextRefreshAt !== null && (
        <Fact name="Next check">
          {request.nextRefreshAt <= now ? 'now' : formatUpcoming(request.nextRefreshAt, now)}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>
        <span className={classes['value']}>{children}</span>
        {action}
      </dd>
    </div>
  );
}

function NamedId({ name, id }: { name: string | null; id: string }) {
  return (
    <>
      {name && <ClippedText>{name}</ClippedText>}
      <ClippedText mono dimmed={name !== null}>
        {id}
      </ClippedText>
    </>
  );
}

function ResumeLink({ requestId, resumeUrl }: { requestId: string; resumeUrl: string }) {
  const open = useMutation({ mutationFn: () => api.requests.openResume({ requestId }) });
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
        <span className={classes['host']}>{URL.parse(resumeUrl)?.host ?? resumeUrl}</span>
        <IconExternalLink size={14} role="img" aria-label="(opens in your browser)" />
      </Anchor>
      <ErrorNotice error={open.error} />
    </>
  );
}
