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
import type { HistoryEvent, HistoryEventKind } from '../../../shared/request.ts';
import { Section } from '../../parts/section/section.tsx';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import classes from './history-section.module.css';
import { ShowMore } from './show-more.tsx';

type Tone = 'good' | 'wait' | 'bad' | 'calm';

const LOOKS: Readonly<Record<HistoryEventKind, readonly [icon: typeof IconSend, tone: Tone]>> = {
  submitted: [IconArrowForwardUp, 'calm'],
  sending: [IconSend, 'calm'],
  accepted: [IconCheck, 'good'],
  retry: [IconRefresh, 'wait'],
  rejected: [IconX, 'bad'],
  held: [IconHandStop, 'wait'],
  resumed: [IconPlayerPlay, 'calm'],
  unconfirmed: [IconHelpCircle, 'wait'],
  decided: [IconCircleCheck, 'calm'],
  discarded: [IconTrash, 'bad'],
  status_changed: [IconProgress, 'calm'],
  call_changed: [IconPhone, 'calm'],
  results_received: [IconReportAnalytics, 'good'],
  refresh_problem: [IconAlertTriangle, 'wait'],
  noted: [IconNote, 'calm'],
  verdict_set: [IconGavel, 'calm'],
};

/** Events shown at first. */
const FIRST_EVENTS = 25;

/** Everything that happened to the request, the latest first. */
export function HistorySection({ history }: { history: readonly HistoryEvent[] }) {
  const [most, setMost] = useState(FIRST_EVENTS);
  const latestFirst = history.toSorted((a, b) => b.at - a.at || b.id - a.id);
  const shown = latestFirst.slice(0, most);
  return (
    <Section title="History">
      <ol className={classes['list']}>
        {shown.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
      <ShowMore shown={shown.length} total={latestFirst.length} onShow={setMost} />
    </Section>
  );
}

function Entry({ event }: { event: HistoryEvent }) {
  const [Icon, tone] = LOOKS[event.kind];
  return (
    <li className={classes['entry']} data-tone={tone}>
      <span className={classes['icon']}>
        <Icon size={13} stroke={2} aria-hidden />
      </span>
      <div className={classes['line']}>
        <span className={classes['summary']} dir="auto">
          {event.summary}
        </span>
        <span className={classes['time']}>
          <RelativeTime at={event.at} />
        </span>
      </div>
      {event.detail && <Detail text={event.detail} />}
    </li>
  );
}

/** A longer detail than this opens on demand. */
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
