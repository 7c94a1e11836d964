import { Button, Loader, Progress } from '@mantine/core';
import type { RefObject } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { useStore } from '../../store.ts';
import { useCellEdits } from './cell-edits.ts';
import { countStates, type ReviewRow } from './classify-rows.ts';
import type { ImportSession } from './import-session.ts';
import type { OpenImport } from './import-state.ts';
import classes from './review.module.css';
import { SendBeforeButton, useSendBefore } from './send-before.tsx';
import { SendSummary } from './send-summary.tsx';
import { useConsentCheckbox } from './use-consent-checkbox.tsx';
import { useNoticeDay } from './use-notice-day.tsx';
import { usePressAfterCheck } from './use-press-after-check.ts';

interface QueueBarProps {
  readonly open: OpenImport;
  readonly session: ImportSession;
  readonly rows: readonly ReviewRow[];
  /** The check for duplicates is not finished. */
  readonly checking: boolean;
  readonly queueButton: RefObject<HTMLButtonElement | null>;
  readonly stopButton: RefObject<HTMLButtonElement | null>;
}

/** Queues the ready rows and shows the progress. */
export function QueueBar({ open, session, rows, checking, ...buttons }: QueueBarProps) {
  const workspace = useWorkspace();
  const setConsent = (consent: string | null) => session.change((before) => ({ ...before, consent }));
  const consent = useConsentCheckbox(open.consent, setConsent);
  const setNotice = (noticeOn: string | null) => session.change((before) => ({ ...before, noticeOn }));
  const notice = useNoticeDay(open, rows, setNotice);
  const sendBefore = useSendBefore(open.notBefore);
  const { ready, held, choose, duplicate, invalid } = countStates(rows);
  const going = ready + held;
  const again = rows.filter(({ anyway }) => anyway).length;
  const queueRows = () => void session.queue(rows);
  const queue = () => (again === 0 ? queueRows() : askToQueue(workspace.id, going, again, queueRows));
  const says = `Queue ${countOf(going, 'submission')}`;
  const { press, waits, changed } = usePressAfterCheck(checking, says, queue, () =>
    showNotQueued(workspace.id),
  );
  if (open.run) return <QueueProgress run={open.run} session={session} stopButton={buttons.stopButton} />;
  if (rows.length === 0) return null;
  return (
    <>
      <SendSummary rows={rows} notBefore={open.notBefore} />
      {notice.field}
      {consent.field}
      <div className={classes['bar']}>
        <Button
          ref={buttons.queueButton}
          aria-busy={checking}
          disabled={going === 0}
          onClick={() => notice.validate() && consent.validate() && sendBefore.validate() && press()}
        >
          {says}
        </Button>
        {checking && <Loader size="xs" aria-hidden />}
        {going > 0 && (
          <SendBeforeButton
            value={open.notBefore}
            onChange={(notBefore) => session.change((before) => ({ ...before, notBefore }))}
            state={sendBefore}
          />
        )}
        <AllDuplicatesButton rows={rows} />
        {choose + duplicate + invalid > 0 && (
          <span className={classes['about']}>
            {going > 0 && 'The others stay here. '}Click a cell to correct it.
          </span>
        )}
        <span aria-live="polite" className={classes['about']}>
          {waits && 'Queues them once they are checked.'}
          {changed && 'The number has changed: look again, then queue them.'}
        </span>
      </div>
    </>
  );
}

function showNotQueued(workspaceId: string): void {
  showToast({
    workspaceId,
    tone: 'problem',
    title: 'Nothing was queued',
    message: 'You left Import before its rows were checked. Go back to it and queue them again.',
  });
}

/** Asks once about all duplicates among the rows to queue. */
function askToQueue(workspaceId: string, going: number, again: number, queueRows: () => void): void {
  askToConfirm({
    workspaceId,
    title: `${countOf(again, 'person', 'people')} may be called again`,
    body: `${countOf(again, 'of these is a duplicate', 'of these are duplicates')}. You chose to queue ${again === 1 ? 'it' : 'them'} anyway.`,
    confirm: `Queue all ${formatNumber(going)}`,
    danger: true,
    run: async () => queueRows(),
  });
}

/** Includes all duplicates, or leaves them out again. */
function AllDuplicatesButton({ rows }: { rows: readonly ReviewRow[] }) {
  const { chooseAnyway } = useCellEdits();
  const left = rows.filter(({ state }) => state === 'duplicate');
  const taken = rows.filter(({ anyway }) => anyway);
  if (left.length === 0 && taken.length === 0) return null;
  const on = left.length > 0;
  const some = on ? left : taken;
  const numbers = some.map(({ number }) => number);
  return (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => chooseAnyway(numbers, on)}>
      {on ? 'Include' : 'Leave out'} {countOf(some.length, 'duplicate')}
    </Button>
  );
}

interface QueueProgressProps extends Pick<QueueBarProps, 'session' | 'stopButton'> {
  readonly run: NonNullable<OpenImport['run']>;
}

function QueueProgress({ run: { total, cancelled }, session, stopButton }: QueueProgressProps) {
  const done = useStore(session.queuedInRun);
  const words = `${formatNumber(done)} of ${countOf(total, 'submission')} queued`;
  return (
    <div className={classes['bar']}>
      <Progress.Root className={classes['progress']} transitionDuration={0}>
        <Progress.Section
          value={(100 * done) / total}
          aria-label="Queueing"
          aria-valuetext={words}
          color="accent"
        />
      </Progress.Root>
      <span className={classes['about']}>{words}</span>
      <Button ref={stopButton} size="xs" variant="default" loading={cancelled} onClick={session.cancel}>
        Stop queueing
      </Button>
    </div>
  );
}
