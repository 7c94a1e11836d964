import { Button, Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconCheck,
  IconCircleCheck,
  IconGavel,
  IconHandStop,
  IconHelpCircle,
  IconNote,
  IconPhone,
  IconPlayerPlay,
  IconProgress,
  IconRefresh,
  IconReportAnalytics,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { HistoryCode, HistoryEntry } from '../../shared/history-event.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { historyWords } from '../../shared/words/history-words.ts';
import { countOf } from './format.ts';
import classes from './history-section.module.css';
import { Section } from './page.tsx';
import { hasWholeAnswer, quotedWords, StatusLabel, WholeAnswerButton } from './service-answer.tsx';
import { ShowMore } from './text.tsx';
import { RelativeTime } from './time.tsx';

type Tone = 'good' | 'wait' | 'bad' | 'calm';

type Look = readonly [icon: typeof IconSend, tone: Tone];

const SUBMITTED: Look = [IconArrowForwardUp, 'calm'];
const RETRY: Look = [IconRefresh, 'wait'];
const HELD: Look = [IconHandStop, 'wait'];
const ACCEPTED: Look = [IconCheck, 'good'];
const DECIDED: Look = [IconCircleCheck, 'calm'];
const CALL: Look = [IconPhone, 'calm'];
const RESULTS: Look = [IconReportAnalytics, 'good'];
const NOTED: Look = [IconNote, 'calm'];

const LOOKS: Readonly<Record<HistoryCode, Look>> = {
  submitted: SUBMITTED,
  submitted_held: SUBMITTED,
  sending: [IconSend, 'calm'],
  nothing_sent: RETRY,
  token_refused: RETRY,
  retry: RETRY,
  held: HELD,
  rejected: [IconX, 'bad'],
  unconfirmed: [IconHelpCircle, 'wait'],
  held_for_hours: HELD,
  notice_waited: HELD,
  accepted: ACCEPTED,
  accepted_again: ACCEPTED,
  request_shared: NOTED,
  colleague_called_too: [IconAlertTriangle, 'wait'],
  resumed: [IconPlayerPlay, 'calm'],
  discarded: [IconTrash, 'bad'],
  discard_undone: DECIDED,
  taken_back: DECIDED,
  time_zone_chosen: DECIDED,
  time_zone_undone: DECIDED,
  send_again_chosen: DECIDED,
  request_id_entered: DECIDED,
  send_outside_hours_chosen: DECIDED,
  send_early_chosen: DECIDED,
  send_despite_colleague_chosen: DECIDED,
  send_held_chosen: DECIDED,
  send_held_undone: DECIDED,
  keep_waiting_chosen: DECIDED,
  status_changed: [IconProgress, 'calm'],
  call_appeared: CALL,
  call_changed: CALL,
  calls_changed: CALL,
  results_arrived: RESULTS,
  results_changed: RESULTS,
  refresh_problem: [IconAlertTriangle, 'wait'],
  verdict_set: [IconGavel, 'calm'],
  notes_written: NOTED,
  notes_changed: NOTED,
  notes_removed: NOTED,
};

/** Events that repeat what the screening calls say, hidden at first. */
const CALL_CODES: ReadonlySet<HistoryCode> = new Set(['call_appeared', 'call_changed', 'calls_changed']);

/** Events shown at first. */
const FIRST_EVENTS = 25;

interface HistorySectionProps {
  readonly history: readonly HistoryEntry[];
  readonly candidateName: string;
}

/** Everything that happened to a submission and its request, latest event first. */
export function HistorySection({ history, candidateName }: HistorySectionProps) {
  const [most, setMost] = useState(FIRST_EVENTS);
  const [withCalls, setWithCalls] = useState(false);
  const ofCalls = history.filter(({ code }) => CALL_CODES.has(code)).length;
  const latestFirst = history
    .filter(({ code }) => withCalls || !CALL_CODES.has(code))
    .toSorted((a, b) => b.at - a.at || b.id - a.id);
  const shown = latestFirst.slice(0, most);
  return (
    <Section
      title="History"
      aside={
        ofCalls > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-expanded={withCalls}
            onClick={() => setWithCalls(!withCalls)}
          >
            {withCalls ? 'Hide' : 'Show'} {countOf(ofCalls, 'update')} of calls
          </Button>
        )
      }
    >
      <ol className={classes['list']}>
        {shown.map((event) => (
          <Entry key={event.id} event={event} candidateName={candidateName} />
        ))}
      </ol>
      <ShowMore shown={shown.length} total={latestFirst.length} onShow={setMost} />
    </Section>
  );
}

function Entry({ event, candidateName }: { event: HistoryEntry; candidateName: string }) {
  const [Icon, tone] = LOOKS[event.code];
  const { heading, detail } = historyWords(event);
  const problem = problemOf(event);
  return (
    <li className={classes['entry']} data-tone={tone}>
      <span className={classes['icon']}>
        <Icon size={13} stroke={2} aria-hidden />
      </span>
      <Group gap="0 16px" align="flex-start" justify="space-between">
        <span className={classes['summary']}>
          <bdi>{heading}</bdi> {problem && <StatusLabel problem={problem} />}
        </span>
        <span className={classes['time']}>
          <RelativeTime at={event.at} />
        </span>
      </Group>
      {problem ? (
        <Said problem={problem} detail={detail} candidateName={candidateName} />
      ) : (
        detail && <Detail text={detail} />
      )}
    </li>
  );
}

/** Why an attempt did not end with a request, with what the service said. */
function problemOf(event: HistoryEntry): SubmissionProblem | null {
  switch (event.code) {
    case 'retry':
    case 'held':
    case 'rejected':
    case 'unconfirmed':
      return event.values;
    default:
      return null;
  }
}

/** Longer details are collapsed at first. */
const SHORT_DETAIL = 160;

function Detail({ text }: { text: string }) {
  const short = text.length <= SHORT_DETAIL && !text.includes('\n');
  const detail = (
    <p className={classes['detail']} dir="auto">
      {text}
    </p>
  );
  if (short) return detail;
  return (
    <details className={classes['more']}>
      <summary>Details</summary>
      {detail}
    </details>
  );
}

interface SaidProps {
  readonly problem: SubmissionProblem;
  /** The service's own words or, without an answer, the technical reason. */
  readonly detail: string | null;
  readonly candidateName: string;
}

/** What the service said of an attempt, never folded, and its whole answer. */
function Said({ problem, detail, candidateName }: SaidProps) {
  return (
    <>
      {detail && (
        <p className={classes['detail']} dir="auto">
          {detail === problem.said?.text ? quotedWords(detail) : detail}
        </p>
      )}
      {problem.answer && hasWholeAnswer(problem) && (
        <WholeAnswerButton problem={problem} candidateName={candidateName} />
      )}
    </>
  );
}
