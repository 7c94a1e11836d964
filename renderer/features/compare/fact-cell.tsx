import { lastCall } from '../../../shared/call-timeline.ts';
import type { Fact } from '../../../shared/comparison.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import type { RequestDetail, ScreeningCall } from '../../../shared/request.ts';
import { statusTitle, statusWords } from '../../../shared/words/status-words.ts';
import { LongText } from '../../parts/assessment/long-text.tsx';
import { OutcomeBadge } from '../../parts/status/status-badge.tsx';
import { TagList } from '../../parts/tags/tag-list.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { formatDateTime, formatIsoDateTime } from '../../parts/time/format-time.ts';
import classes from './compared-cell.module.css';
import { COVERED, Missing } from './missing.tsx';
import { VerdictCell } from './verdict-cell.tsx';

function headlineMissing({ covered, hasResults }: RequestDetail): string {
  if (!hasResults) return 'no results';
  return covered === 'nothing' ? 'no headline' : COVERED;
}

/** A fact about a request besides its results. */
export function FactCell({ request, fact }: { request: RequestDetail; fact: Fact }) {
  switch (fact) {
    case 'outcome':
      return <OutcomeBadge outcome={request.outcome} tries={request.tries} status={request.status} />;
    case 'headline':
      return request.headline === null ? (
        <Missing words={headlineMissing(request)} />
      ) : (
        <span className={classes['number']} dir="auto">
          {request.headline}
        </span>
      );
    case 'verdict':
      return <VerdictCell request={request} />;
    case 'tags':
      return request.tags.length === 0 ? <Missing words="no tags" /> : <TagList tags={request.tags} wrap />;
    case 'notes':
      return request.notes.trim() === '' ? (
        <Missing words="no notes" />
      ) : (
        <LongText text={request.notes} brief />
      );
    case 'calls':
      return <span className={classes['number']}>{formatNumber(request.callCount)}</span>;
    case 'lastCall':
      return <LastCall call={lastCall(request.screeningCalls)} />;
    case 'job':
      return <span dir="auto">{request.jobName ?? request.jobDescriptionId}</span>;
    case 'questionnaire':
      return <span dir="auto">{request.questionnaireName ?? request.questionnaireTemplateId}</span>;
    case 'accepted':
      return formatDateTime(request.acceptedAt);
  }
}

function LastCall({ call }: { call: ScreeningCall | undefined }) {
  if (!call) return <Missing words="no calls" />;
  const { timestamp, durationMinutes, status } = call;
  return (
    <>
      {timestamp !== null && <div>{formatIsoDateTime(timestamp)}</div>}
      <div className={classes['dimmed']} dir="auto" title={status === null ? undefined : statusTitle(status)}>
        {[
          durationMinutes === null ? null : formatMinutes(durationMinutes),
          status === null ? null : statusWords(status),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </>
  );
}
