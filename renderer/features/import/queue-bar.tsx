import { Button, Checkbox, Group, Loader, Popover, Progress, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { runDelaySeconds, undoSecondsOf } from '../../../shared/imports.ts';
import { earliestCall } from '../../../shared/notice.ts';
import { queries } from '../../api/api.ts';
import { useAppState, useWorkspace } from '../../api/app-state.tsx';
import { askToConfirm } from '../../parts/dialog.tsx';
import { NoticeDayField, noticeDayProblem } from '../../parts/form.tsx';
import { countOf, formatNumber, formatPlanned } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { notBeforeProblem, ownSendLaterZone } from '../../parts/send-later.ts';
import { SendLaterChoice } from '../../parts/send-later-choice.tsx';
import { useNow } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { noticeHint } from '../../parts/words.ts';
import { useStore } from '../../store.ts';
import { countStates, type ReviewRow, useCellEdits } from './classify-rows.ts';
import type { ImportSession } from './import-session.ts';
import type { OpenImport } from './import-state.ts';
import classes from './review.module.css';
import { askedWords, jobsWords, nightWords, sendPlan, spanWords } from './send-plan.ts';

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
      <Group gap={8} flex="none">
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
          <Dim flex="none">{going > 0 && 'The others stay here. '}Click a cell to correct it.</Dim>
        )}
        <Dim aria-live="polite" flex="none">
          {waits && 'Queues them once they are checked.'}
          {changed && 'The number has changed: look again, then queue them.'}
        </Dim>
      </Group>
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
    <Group gap={8} flex="none">
      <Progress.Root className={classes['progress']} transitionDuration={0}>
        <Progress.Section
          value={(100 * done) / total}
          aria-label="Queueing"
          aria-valuetext={words}
          color="accent"
        />
      </Progress.Root>
      <Dim flex="none">{words}</Dim>
      <Button ref={stopButton} variant="default" loading={cancelled} onClick={session.cancel}>
        Stop queueing
      </Button>
    </Group>
  );
}

interface SendBefore {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly problem: string | null;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Whether the time is usable; if not, shows why and opens the choice. */
  readonly validate: () => boolean;
}

/** The state of {@link SendBeforeButton}. `value`: UTC ms; null for as soon as possible. */
function useSendBefore(value: number | null): SendBefore {
  const [opened, setOpened] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const validate = () => {
    const found = notBeforeProblem(value, input.current?.validity.badInput ?? false, Date.now());
    setProblem(found);
    if (found !== null) setOpened(true);
    return found === null;
  };
  return { opened, setOpened, problem, input, validate };
}

interface SendBeforeButtonProps {
  readonly value: number | null;
  readonly onChange: (at: number | null) => void;
  readonly state: SendBefore;
}

/** Says when the import goes out, and lets the user choose a time before which nothing does. */
function SendBeforeButton({ value, onChange, state }: SendBeforeButtonProps) {
  const { opened, setOpened, problem, input } = state;
  const now = useNow();
  const passed = value !== null && value <= now;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width="min(460px, 92vw)"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconClock size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {value === null ? 'Send later' : `Send nothing before ${formatPlanned(value, now)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Send nothing before" className={classes['sendLater'] ?? ''}>
        <SendLaterChoice
          zone={ownSendLaterZone()}
          value={value === null ? null : { at: value, timeZone: null }}
          onChange={(time) => onChange(time?.at ?? null)}
          onGiveUp={() => {
            onChange(null);
            setOpened(false);
          }}
          error={passed || value === null ? problem : null}
          inputRef={input}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface SendSummaryProps {
  readonly rows: readonly ReviewRow[];
  /** Nothing is sent before this, UTC ms; null for as soon as possible. */
  readonly notBefore: number | null;
}

/** What pressing the button below leads to: how many calls, for which jobs, and when. */
function SendSummary({ rows, notBefore }: SendSummaryProps) {
  const now = useNow();
  const { paused } = useAppState();
  const { nameOf } = useCellEdits();
  const undoSeconds = useQuery(queries.settings.get()).data?.undoSeconds ?? 0;
  const hoursHold = useQuery(useWorkspace().queries.rules.get()).data?.callingHours.enabled;
  const wanted = Math.max(now, notBefore ?? 0);
  const plan = useMemo(() => sendPlan(rows, wanted), [rows, wanted]);
  if (plan.count === 0) return null;
  const seconds = undoSecondsOf(plan.count, undoSeconds);
  const undoUntil = now + 1000 * runDelaySeconds(plan.count, undoSeconds);
  const first = Math.max(plan.first, undoUntil);
  const night = nightWords(plan, wanted, now);
  return (
    <section className={classes['counts']} aria-label="Before calls start">
      <strong dir="auto">{jobsWords(plan, (id) => nameOf('jobDescriptionId', id))}</strong>{' '}
      {night !== null && (
        <Text span inherit c="var(--tone-wait)">
          {night}{' '}
        </Text>
      )}
      {plan.asked > 0 && (
        <Text span inherit c="var(--tone-wait)">
          {askedWords(plan)}{' '}
        </Text>
      )}
      {hoursHold === false && 'Calling hours are off, so nobody waits for daytime. '}
      {plan.asked === plan.count
        ? ''
        : paused
          ? 'Sending is paused: no call starts until you resume it.'
          : spanWords({ first, last: Math.max(plan.last, first) }, now)}
      {first > undoUntil && !paused
        ? ' You can undo until then.'
        : seconds > 0 && ` You can undo for ${seconds} seconds.`}
    </section>
  );
}

interface ConsentCheckbox {
  /** The checkbox, if the workspace asks for consent. */
  readonly field: ReactNode;
  /** Whether required consent is given; if not, shows an error and focuses the checkbox. */
  readonly validate: () => boolean;
}

/** One checkbox for the consent of all candidates in the file. A changed wording needs consent again. */
function useConsentCheckbox(
  value: string | null,
  onChange: (wording: string | null) => void,
): ConsentCheckbox {
  const rule = useQuery(useWorkspace().queries.rules.get()).data?.consent;
  const [missed, setMissed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!rule?.asked) return { field: null, validate: () => true };
  const ticked = value === rule.wording;
  const validate = () => {
    if (ticked || !rule.required) return true;
    setMissed(true);
    input.current?.focus();
    return false;
  };
  const wrong = missed && rule.required && !ticked;
  const field = (
    <Checkbox
      ref={input}
      label={
        <span dir="auto">
          <strong>All of these:</strong> {rule.wording}
        </span>
      }
      description={wrong ? undefined : 'Stored with each submission, with the date.'}
      required={rule.required}
      checked={ticked}
      onChange={(event) => onChange(event.currentTarget.checked ? rule.wording : null)}
      error={wrong && "Tick this once all of them have agreed, or leave out those who haven't."}
      {...(wrong && { 'aria-invalid': true })}
    />
  );
  return { field, validate };
}

interface NoticeDay {
  /** The field, if the workspace asks for the day of notice. */
  readonly field: ReactNode;
  /** Whether the day is usable; if not, shows why and focuses the field. */
  readonly validate: () => boolean;
}

/**
 * The day of notice of all candidates in the file; where a column has it, of those without one. Rows whose column should have
 * a day say so themselves.
 */
function useNoticeDay(
  { noticeOn: value, notBefore, mapping }: OpenImport,
  rows: readonly ReviewRow[],
  onChange: (day: string | null) => void,
): NoticeDay {
  const rule = useQuery(useWorkspace().queries.rules.get()).data?.notice;
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hasColumn = mapping.noticeOn.from === 'columns';
  // Also while a day is set, so that it can be taken back.
  const isNeeded = !hasColumn || value !== null || rows.some(lacksDay);
  if (!rule?.asked || !isNeeded) return { field: null, validate: () => true };
  const required = rule.required && !hasColumn;
  const missing = 'Enter the day on which all of these were told of the call.';
  const problemNow = () =>
    noticeDayProblem(value, input.current) ?? (required && value === null ? missing : undefined);
  const validate = () => {
    if (problemNow() === undefined) return true;
    setTried(true);
    input.current?.focus();
    return false;
  };
  const problem = tried ? problemNow() : undefined;
  const waits = value === null ? null : waitWords(value, rule.days, Math.max(Date.now(), notBefore ?? 0));
  const field = (
    <NoticeDayField
      inputRef={input}
      maw={420}
      label={
        <strong>
          {hasColumn ? 'Notice given to those without a day on' : 'Notice given to all of these on'}
        </strong>
      }
      hint={waits ?? noticeHint(rule)}
      styles={{ input: { width: 160 } }}
      required={required}
      value={value}
      onChange={onChange}
      error={problem}
    />
  );
  return { field, validate };
}

function lacksDay({ state, values }: ReviewRow): boolean {
  return state !== 'excluded' && values.noticeOn === '';
}

/** From when calls may follow, if that is still to come; by this computer's calendar, as places differ by a day at most. */
function waitWords(day: string, days: number, at: number): string | null {
  const first = earliestCall(day, days, [Intl.DateTimeFormat().resolvedOptions().timeZone]);
  if (first <= at) return null;
  const words = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(first);
  return `Too recent for a call now: each waits until ${words}, at the candidate’s place.`;
}

interface PressAfterCheck {
  /** Acts now, or once the check has ended. */
  readonly press: () => void;
  /** A press waits for the check. */
  readonly waits: boolean;
  /** What was pressed for has become something else during the check, so that nothing was done. */
  readonly changed: boolean;
}

/**
 * A button that stays pressable while rows are checked: one that was disabled between a press and its release would lose the
 * click. A press waits for the check, and counts only if the button then still says the same (`says`). `onLeft`: the page was
 * left while a press waited, so that nothing was done.
 */
function usePressAfterCheck(
  checking: boolean,
  says: string,
  act: () => void,
  onLeft: () => void,
): PressAfterCheck {
  const [pressedFor, setPressedFor] = useState<string | null>(null);
  const [changedTo, setChangedTo] = useState<string | null>(null);
  const checked = useEffectEvent((pressed: string) => {
    setPressedFor(null);
    if (pressed === says) act();
    else setChangedTo(says);
  });
  useEffect(() => {
    if (pressedFor !== null && !checking) checked(pressedFor);
  }, [pressedFor, checking]);
  const waiting = useRef(false);
  useEffect(() => {
    waiting.current = pressedFor !== null;
  }, [pressedFor]);
  const left = useEffectEvent(onLeft);
  useEffect(() => () => void (waiting.current && left()), []);
  const press = () => {
    setChangedTo(null);
    if (checking) setPressedFor(says);
    else act();
  };
  return { press, waits: pressedFor !== null, changed: changedTo === says };
}
