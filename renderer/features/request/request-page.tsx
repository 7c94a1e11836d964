import { ActionIcon, Button, CloseButton, Group, Skeleton, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { callTimeline, type TimedCall } from '../../../shared/call-timeline.ts';
import { headlineOf } from '../../../shared/described-field.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import { type RequestDetail, type ScreeningCall, VERDICTS } from '../../../shared/request.ts';
import { REQUEST_STATUS } from '../../../shared/service-interface.ts';
import { statusKey } from '../../../shared/status-name.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import { requestProblemWords } from '../../../shared/words/request-problem-words.ts';
import type { WorkspaceAccess } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import {
  ConsentFact,
  Fact,
  FactLink,
  Facts,
  LinkedSubmissions,
  LongValue,
  NoticeFact,
  SentFacts,
} from '../../parts/facts.tsx';
import { countOf, formatDateTime, formatNumber, formatUpcoming } from '../../parts/format.ts';
import { HistorySection } from '../../parts/history-section.tsx';
import { KeyNames } from '../../parts/key-names.tsx';
import { Dim } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { Page, Section, useEscape, useWindowTitle } from '../../parts/page.tsx';
import { SHORTCUTS, type ShortcutId, singleKeysOn, useActions, VERDICT_KEYS } from '../../parts/shortcuts.ts';
import { OutcomeBadge, ScaleBar, StatusBadge } from '../../parts/status.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { RelativeTime, useNow } from '../../parts/time.tsx';
import { useJobInAddress } from '../../routes/hash-location.ts';
import { jobPath, listPath, submissionPath } from '../../routes/paths.ts';
import { ListedLine } from '../do-not-call/not-to-call.tsx';
import { ScoreOfferLine } from '../library/score-offer.tsx';
import type { OpenRequest } from '../requests/requests-list.tsx';
import { useAnnotations } from '../requests/use-annotations.ts';
import { HeldNotice } from '../settings/privacy/held-notice.tsx';
import { AssessmentSection } from './assessment-section.tsx';
import { RequestMenu } from './request-menu.tsx';
import classes from './request-page.module.css';
import { ReviewCard } from './review-card.tsx';
import { type RequestKeys, useRequestKeys } from './use-request-keys.ts';

/** Everything about one tracked request. */
export function RequestPage({ requestId, neighbourOf, beside, review }: OpenRequest) {
  const request = useRequest(requestId);
  const [, navigate] = useLocation();
  const job = useJobInAddress();
  const back = useCallback(() => navigate(listPath(job)), [navigate, job]);
  useEscape(back);
  const { data, error, refetch, isFetchedAfterMount } = request;
  const keys = useRequestKeys(requestId, neighbourOf, review);
  useEffect(() => {
    if (error && !data) keys.onShown(requestId, null);
  });
  const content = data ? (
    <RequestView request={data} keys={keys} isCurrent={isFetchedAfterMount} />
  ) : error ? (
    <ErrorNotice error={error} onRetry={() => void refetch()} />
  ) : (
    <RequestLoading />
  );
  const title = data?.candidateName ?? (error ? 'Request' : 'Loading…');
  const status = data && <OutcomeBadge outcome={data.outcome} tries={data.tries} status={data.status} />;
  if (beside) {
    return (
      <RequestPane key={requestId} title={title} aside={status} onClose={back}>
        {content}
        <ReviewFooter review={review} beside={beside} />
      </RequestPane>
    );
  }
  return (
    <Page key={requestId} title={title} aside={status} onBack={back}>
      {content}
      <ReviewFooter review={review} beside={beside} />
    </Page>
  );
}

/** Without the key for no verdict, which those have that are reviewed. */
const REVIEW_KEYS: readonly (readonly [words: string, ids: readonly ShortcutId[]])[] = [
  ...VERDICTS.filter((verdict) => verdict !== 'none').map(
    (verdict) => [VERDICT_WORDS[verdict], [VERDICT_KEYS[verdict]]] as const,
  ),
  ['Move', ['nextRequest', 'previousRequest']],
  ['Undo', ['undoVerdict']],
];

/** How far a review is, and its keys; nothing without one. It ends as the request is closed. */
function ReviewFooter({ review, beside }: Pick<OpenRequest, 'review' | 'beside'>) {
  if (!review) return null;
  return (
    <section className={classes['reviewing']} data-beside={beside || undefined} aria-label="Review">
      <strong>
        {formatNumber(review.at)} of {formatNumber(review.of)}
      </strong>
      {singleKeysOn() &&
        REVIEW_KEYS.map(([words, ids]) => (
          <span key={words} className={classes['reviewKey']}>
            {ids.map((id) => (
              <KeyNames key={id} keys={SHORTCUTS[id].keys} />
            ))}{' '}
            {words}
          </span>
        ))}
    </section>
  );
}

interface RequestPaneProps {
  readonly title: string;
  /** Beside the heading. */
  readonly aside: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a request beside the list; fills the height and scrolls inside. */
function RequestPane({ title, aside, onClose, children }: RequestPaneProps) {
  useWindowTitle(title);
  return (
    <section className={classes['pane']} aria-label="Request">
      <header className={classes['head']}>
        <h1 className={classes['title']} title={title} dir="auto">
          {title}
        </h1>
        {aside}
        <CloseButton className={classes['close']} aria-label="Close request" onClick={onClose} />
      </header>
      <div className={classes['body']} data-scroller>
        {children}
      </div>
    </section>
  );
}

interface RequestViewProps {
  readonly request: RequestDetail;
  readonly keys: RequestKeys;
  /** Whether it was read since it was opened, rather than shown as it was known before. */
  readonly isCurrent: boolean;
}

/** Everything about one tracked request, in one or two columns depending on the width. */
function RequestView({ request, keys, isCurrent }: RequestViewProps) {
  const { requestId, changedAt } = request;
  const workspace = useWorkspace();
  const { setVerdict } = useAnnotations(request);
  useEffect(() => {
    if (isCurrent) keys.onShown(requestId, setVerdict);
  });
  useEffect(() => {
    // Runs again on each change: one that arrives while the request is open counts as seen.
    if (changedAt > 0) markViewed(workspace, requestId);
  }, [workspace, requestId, changedAt]);
  return (
    <div className={classes['view']}>
      <RequestToolbar request={request} neighbours={keys.neighbours} />
      {request.problem !== null && (
        <Notice tone="warning" title="The last check failed">
          <p>{requestProblemWords(request.problem)}</p>
          <p>You're seeing the data from the check before. Callboard will keep trying.</p>
        </Notice>
      )}
      {request.calledTwice && (
        <Notice tone="warning" title="This person may be called twice">
          <p>The history says why. Where a call may still come, ask the service to cancel it.</p>
        </Notice>
      )}
      <HeldNotice submissionId={request.submissionId} />
      {request.hasResults && <ScoreOfferLine questionnaireId={request.questionnaireTemplateId} />}
      <Headline request={request} />
      <div className={classes['columns']}>
        <div className={classes['review']}>
          <ReviewCard request={request} onVerdict={keys.giveVerdict} />
        </div>
        <div className={classes['main']}>
          <CallsSection calls={request.screeningCalls} />
          <AssessmentSection request={request} />
        </div>
        <div className={classes['facts']}>
          <RequestFacts request={request} />
        </div>
        <div className={classes['history']}>
          <HistorySection history={request.history} candidateName={request.candidateName} />
        </div>
      </div>
    </div>
  );
}

/** What sums up the assessment, as at the head of the printed report; nothing without a headline. */
function Headline({ request: { headline, assessmentResults, described } }: { request: RequestDetail }) {
  if (headline === null) return null;
  const value = headlineOf(assessmentResults, described)?.value;
  return (
    <p className={classes['headline']}>
      <span dir="auto">{headline}</span>
      {value?.scaled && <ScaleBar value={value} />}
    </p>
  );
}

/** The placeholder of a request that is still loading. */
function RequestLoading() {
  return (
    <div className={classes['view']} aria-busy>
      <div className={classes['columns']}>
        <div className={classes['review']}>
          <Skeleton height={160} radius="md" />
        </div>
        <div className={classes['main']}>
          <Skeleton height={90} radius="md" />
          <Skeleton height={280} radius="md" />
        </div>
        <div className={classes['facts']}>
          <Skeleton height={280} radius="md" />
        </div>
      </div>
    </div>
  );
}

interface RequestToolbarProps {
  readonly request: RequestDetail;
  readonly neighbours: RequestKeys['neighbours'];
}

/** The time of the last check, previous and next, Refresh and more actions. */
function RequestToolbar({ request, neighbours }: RequestToolbarProps) {
  const refresh = useMutation({ mutationFn: useWorkspace().api.requests.refresh, meta: SHOW_ERROR_IN_SHELL });
  const refreshNow = () => refresh.mutate({ requestIds: [request.requestId] });
  useActions([
    {
      id: 'request.refresh',
      name: 'Refresh this request',
      group: 'This request',
      shortcut: 'refresh',
      run: refreshNow,
    },
  ]);
  return (
    <Group gap="8px 12px" justify="space-between">
      <Dim>
        {request.archived && <span className={classes['archived']}>Archived</span>}
        {request.by !== null && (
          <>
            Submitted by <bdi>{request.by}</bdi> ·{' '}
          </>
        )}
        {request.refreshedAt === null ? (
          'Not checked yet'
        ) : (
          <>
            Checked <RelativeTime at={request.refreshedAt} />
          </>
        )}
      </Dim>
      <Group gap={6} wrap="nowrap">
        <StepButton label="Previous" shortcut="previousRequest" step={-1} neighbours={neighbours} />
        <StepButton label="Next" shortcut="nextRequest" step={1} neighbours={neighbours} />
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={refresh.isPending}
          onClick={refreshNow}
        >
          Refresh
        </Button>
        <RequestMenu request={request} />
      </Group>
    </Group>
  );
}

interface StepButtonProps extends Pick<RequestToolbarProps, 'neighbours'> {
  readonly label: string;
  readonly shortcut: ShortcutId;
  readonly step: 1 | -1;
}

function StepButton({ label, shortcut, step, neighbours }: StepButtonProps) {
  const { keys } = SHORTCUTS[shortcut];
  const Icon = step === 1 ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={`${label} request (${keys})`}>
      <ActionIcon
        size="input-sm"
        variant="default"
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={step === 1 ? !neighbours.hasNext : !neighbours.hasPrevious}
        onClick={() => neighbours.step(step)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The full submission, and its IDs at the service. */
function RequestFacts({ request }: { request: RequestDetail }) {
  const { requestId, submissionId } = request;
  const { api } = useWorkspace();
  return (
    <Facts>
      <SentFacts
        sent={request}
        onOpenResume={() => api.requests.openResume({ requestId })}
        ofNumber={<ListedLine phoneNumber={request.phoneNumber} />}
        ofJob={<FactLink href={jobPath(request.jobDescriptionId)}>All candidates</FactLink>}
      />
      <Fact name="Request ID" copy={['request ID', requestId]}>
        <ClippedText mono>{requestId}</ClippedText>
      </Fact>
      <Fact name="Submitted">
        <FactLink href={submissionPath(submissionId)}>{formatDateTime(request.submittedAt)}</FactLink>
      </Fact>
      {request.noticeOn !== null && <NoticeFact noticeOn={request.noticeOn} />}
      {request.consent && <ConsentFact consent={request.consent} />}
      <Fact name="Accepted">{formatDateTime(request.acceptedAt)}</Fact>
      <NextCheck request={request} />
      <LinkedSubmissions {...request} />
    </Facts>
  );
}

function NextCheck({ request: { nextRefreshAt: at, by, status } }: { request: RequestDetail }) {
  const now = useNow();
  if (at === null) {
    const isLeft = by !== null && status !== REQUEST_STATUS.completed;
    if (!isLeft) return null;
    return (
      <Fact name="Next check">
        <LongValue>{`By ${by}, as your sign-in may not read it.`}</LongValue>
      </Fact>
    );
  }
  return <Fact name="Next check">{at <= now ? 'now' : formatUpcoming(at, now)}</Fact>;
}

/** Calls shown at first, and added by each click: a service may list any number. */
const CALLS_AT_ONCE = 200;

/** The screening calls on a timeline in local time; of very many, the latest. */
function CallsSection({ calls }: { calls: readonly ScreeningCall[] }) {
  const [most, setMost] = useState(CALLS_AT_ONCE);
  const timeline = callTimeline(calls).map((timed, index) => ({ timed, index }));
  const hidden = Math.max(0, timeline.length - most);
  return (
    <Section title="Screening calls" aside={calls.length > 1 && <Dim>{countOf(calls.length, 'call')}</Dim>}>
      {calls.length === 0 ? (
        <Dim component="p" fz="inherit">
          No calls yet. They appear here as soon as the service reports one.
        </Dim>
      ) : (
        <>
          {hidden > 0 && (
            <Button variant="default" mb="sm" onClick={() => setMost(most + CALLS_AT_ONCE)}>
              Show earlier calls ({hidden.toLocaleString()} not shown)
            </Button>
          )}
          <ol className={classes['calls']}>
            {timeline.slice(hidden).map(({ timed, index }) => (
              <Call key={index} timed={timed} />
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}

function Call({ timed: { call, at, gapMs } }: { timed: TimedCall }) {
  return (
    <li
      className={classes['call']}
      data-done={(call.status !== null && statusKey(call.status) === 'completed') || undefined}
    >
      <Group gap="2px 16px" title={call.id === null ? undefined : `Call ${call.id}`}>
        <CallTime at={at} written={call.timestamp} />
        <span className={classes['length']} data-missing={call.durationMinutes === null || undefined}>
          {call.durationMinutes === null ? 'Length not given' : formatMinutes(call.durationMinutes)}
        </span>
        {call.status === null ? (
          <span className={classes['length']} data-missing>
            Status not given
          </span>
        ) : (
          <StatusBadge status={call.status} />
        )}
      </Group>
      {gapMs !== null && gapMs >= 60_000 && (
        <span className={classes['gap']}>{formatMinutes(gapMs / 60_000)} later</span>
      )}
    </li>
  );
}

/** A longer text is no time, and is cut here. */
const MAX_TIME_LENGTH = 80;

function CallTime({ at, written: sent }: { at: number | null; written: string | null }) {
  const written = sent && sent.length > MAX_TIME_LENGTH ? `${sent.slice(0, MAX_TIME_LENGTH)}…` : sent;
  if (at === null) {
    return (
      <span className={classes['time']} data-missing dir="auto">
        {written === null ? 'Time not given' : `Time as sent: ${written}`}
      </span>
    );
  }
  return (
    <time
      className={classes['time']}
      dateTime={new Date(at).toISOString()}
      title={`As the service sent it: ${written}`}
    >
      {formatDateTime(at)}
    </time>
  );
}

/** Polling interval while the request was submitted again and that submission is not accepted yet, ms. */
const RESUBMISSION_POLL_MS = 3000;

function useRequest(requestId: string) {
  return useQuery({
    ...useWorkspace().queries.requests.get({ requestId }),
    // Change notices name only this request, not the submissions linked to it.
    refetchInterval: ({ state }) =>
      state.data?.following.some(({ requestId }) => requestId === null) ? RESUBMISSION_POLL_MS : false,
  });
}

/** Marks a request as seen and gives it priority in tracking. */
function markViewed({ api }: WorkspaceAccess, requestId: string): void {
  // Both are hints, so a failure needs no handling.
  api.requests.onScreen({ requestIds: [requestId] }).catch(() => undefined);
  api.requests.seen({ requestIds: [requestId] }).catch(() => undefined);
}
