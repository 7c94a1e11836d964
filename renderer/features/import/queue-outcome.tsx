import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import type { ImportSummary } from '../../../shared/imports.ts';
import { importName } from '../../../shared/words/import-words.ts';
import { toApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { UNDO_IMPORT, useImports } from '../../api/outbox.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { askToConfirm } from '../../parts/dialog.tsx';
import { showSavedFile, useExportLock } from '../../parts/export.tsx';
import { countOf, formatDateTime, formatNumber, formatPlanned } from '../../parts/format.ts';
import { Dim, PlainList, Words } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { useSecondsLeft } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { importedRequestsPath, importedSubmissionsPath } from '../../routes/paths.ts';
import type { OpenImport } from './import-state.ts';
import classes from './review.module.css';

interface QueueOutcomeProps {
  readonly open: OpenImport;
  /** The number of rows that are not queued. */
  readonly left: number;
  readonly showButton: RefObject<HTMLButtonElement | null>;
  /** Withdraws what is not sent yet; resolves to how many. */
  readonly onUndo: () => Promise<number>;
}

/** The result of the last run, or a notice that the file was imported before. */
export function QueueOutcome({ open, left, showButton, onUndo }: QueueOutcomeProps) {
  const { queued, stopped, run, importedBefore } = open;
  const undo = useUndoRun(queued.size, onUndo);
  const summary = useImports({ enabled: run === null }).data?.find(({ id }) => id === open.id);
  if (run) return null;
  if (queued.size === 0 && stopped === null) return <BeforeNotice at={importedBefore} />;
  const failure = stopped !== null && stopped !== 'cancelled' ? toApiError(stopped.cause) : null;
  const where = whereQueued(queued.size, summary);
  const title = failure
    ? `${where}, ${countOf(left, 'row is', 'rows are')} not.`
    : `${stopped === 'cancelled' ? 'Queueing stopped. ' : ''}${where}.`;
  return (
    <Notice
      tone={failure ? 'problem' : 'info'}
      role="alert"
      title={title}
      actions={<OutcomeActions open={open} summary={summary} undo={undo} showButton={showButton} />}
    >
      <UndoTime until={open.firstSendAt} />
      {failure && <p>{failure.message}</p>}
      {failure?.nextStep && <p>{failure.nextStep}</p>}
      {failure
        ? 'You can queue the rest again. No row is queued twice.'
        : left > 0 && `${countOf(left, 'row stays', 'rows stay')} here for you to correct or leave.`}
    </Notice>
  );
}

function BeforeNotice({ at }: { at: number | null }) {
  if (at === null) return null;
  return (
    <Notice tone="info" title={`You imported this file on ${formatDateTime(at)}.`}>
      Candidates who are queued or were submitted show as duplicates here.
    </Notice>
  );
}

interface OutcomeActionsProps extends Pick<QueueOutcomeProps, 'open' | 'showButton'> {
  readonly summary: ImportSummary | undefined;
  readonly undo: ReturnType<typeof useUndoRun>;
}

function OutcomeActions({ open, summary, showButton, undo }: OutcomeActionsProps) {
  const canUndo = useSecondsLeft(open.firstSendAt) > 0;
  const [, navigate] = useLocation();
  if (open.queued.size === 0) return null;
  const done = summary && isDone(summary) && summary.accepted > 0;
  return (
    <>
      {canUndo ? (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          Undo all {countOf(open.queued.size, 'submission')}
        </Button>
      ) : (
        <WithdrawButton id={open.id} name={open.source.name} />
      )}
      {done && summary.needYou > 0 && (
        <Button variant="default" onClick={() => navigate(importedSubmissionsPath(open.id))}>
          See the {formatNumber(summary.needYou)}
        </Button>
      )}
      <Button
        ref={showButton}
        onClick={() => navigate((done ? importedRequestsPath : importedSubmissionsPath)(open.id))}
      >
        {done ? `See all ${formatNumber(summary.accepted)}` : `See these ${formatNumber(open.queued.size)}`}
      </Button>
    </>
  );
}

/** Nothing of it waits or is being sent any more, except for a person. */
function isDone({ unsent, undecided, refused, needYou }: ImportSummary): boolean {
  return unsent + undecided + refused === needYou;
}

/** Uses the stored import's summary, which knows what was sent or withdrawn since; without it, everything is still queued. */
function whereQueued(count: number, summary: ImportSummary | undefined): string {
  if (!summary || summary.accepted + summary.refused + summary.withdrawn === 0) {
    return countOf(count, 'submission is in the queue', 'submissions are in the queue');
  }
  if (isDone(summary) && summary.accepted > 0) {
    const needYou = summary.needYou > 0 ? `, ${countOf(summary.needYou, 'needs you', 'need you')}` : '';
    return `${formatNumber(summary.accepted)} accepted${needYou}`;
  }
  const outcomes = outcomesOf({ ...summary, notQueued: 0 });
  return `${countOf(count, 'submission was queued', 'submissions were queued')}: ${outcomes}`;
}

/** Takes back everything of the import that is not sent yet, of `queued` rows, and puts these rows back into the review. */
function useUndoRun(queued: number, onUndo: () => Promise<number>) {
  const { id: workspaceId, queries } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationKey: UNDO_IMPORT,
    mutationFn: onUndo,
    onSuccess: (taken) => {
      void client.invalidateQueries(queries.imports.list());
      const sent = queued - taken;
      showToast({
        workspaceId,
        tone: sent > 0 ? 'problem' : 'done',
        title: `${countOf(taken, 'submission')} taken back`,
        ...(sent > 0 && {
          message: `${countOf(sent, 'was sent or corrected before', 'were sent or corrected before')} and can't be taken back.`,
        }),
      });
    },
    onError: (error) => {
      const { message, nextStep } = toApiError(error);
      showToast({ workspaceId, tone: 'problem', title: message, message: nextStep });
    },
  });
}

/** A longer time is told by the clock. */
const COUNTED_SECONDS = 90;

/** Says for how long the import can be undone. */
function UndoTime({ until }: { readonly until: number }) {
  const left = useSecondsLeft(until);
  if (left === 0) return null;
  const at =
    left > COUNTED_SECONDS ? `at ${formatPlanned(until, Date.now())}` : `in ${countOf(left, 'second')}`;
  return <p>Nothing is sent yet. The first goes out {at} at the earliest.</p>;
}

/** The files imported before, and what became of their rows. */
export function PastImports() {
  const { data, error } = useImports();
  if (error) return <ErrorNotice error={error} title="Couldn't load past imports." />;
  if (!data || data.length === 0) return null;
  return (
    <Section title="Past imports">
      <PlainList>
        {data.map((summary) => (
          <PastImport key={summary.id} summary={summary} />
        ))}
      </PlainList>
    </Section>
  );
}

function PastImport({ summary }: { summary: ImportSummary }) {
  const [, navigate] = useLocation();
  const { id, createdAt } = summary;
  const name = importName(summary.name);
  const toFix = summary.notQueued + summary.refused;
  return (
    <li className={classes['queued']}>
      <div className={classes['queuedFile']}>
        <Group gap={10} align="baseline" wrap="nowrap" miw={0}>
          <ClippedText strong>{name}</ClippedText>
          <Dim flex="none">{formatDateTime(createdAt)}</Dim>
        </Group>
        <Dim component="div" fz="sm">
          {countsOf(summary)}
        </Dim>
        {!summary.finished && unreached(summary) > 0 && (
          <Words component="div" c="var(--tone-wait)">
            Queueing stopped before the end. Choose the file again to go on with the rest.
          </Words>
        )}
      </div>
      <Group gap={8}>
        {summary.accepted > 0 && (
          <Button variant="default" onClick={() => navigate(importedRequestsPath(id))}>
            See all {formatNumber(summary.accepted)}
          </Button>
        )}
        <WithdrawButton id={id} name={name} />
        {toFix > 0 && <SaveButton id={id} count={toFix} />}
      </Group>
    </li>
  );
}

function SaveButton({ id, count }: { id: string; count: number }) {
  const save = useMutation({
    mutationFn: useWorkspace().api.imports.saveProblems,
    meta: SHOW_ERROR_IN_SHELL,
  });
  const { lock } = useExportLock();
  return (
    <Button
      variant="default"
      loading={save.isPending}
      title="Saves these rows with their problems, so that you can correct them and import them again"
      {...lock}
      onClick={() =>
        save.mutate(
          { id },
          {
            onSuccess: ({ path, count: saved }) => {
              if (path !== null) showSavedFile({ title: `${countOf(saved, 'row')} saved`, path });
            },
          },
        )
      }
    >
      Save {countOf(count, 'row')} to fix
    </Button>
  );
}

function countsOf(summary: ImportSummary): string {
  const notQueued = summary.notQueued + unreached(summary);
  const outcomes = notQueued === summary.rows ? 'nothing queued' : outcomesOf({ ...summary, notQueued });
  return `${countOf(summary.rows, 'row')}: ${outcomes}`;
}

/** Rows that could have been queued and weren't: queueing stopped before them, or was undone. */
function unreached(summary: ImportSummary): number {
  const { rows, unsent, undecided, accepted, withdrawn, refused, notQueued, erased } = summary;
  return Math.max(0, rows - unsent - undecided - accepted - withdrawn - refused - notQueued - erased);
}

/** What became of the rows: `3 waiting, 2 withdrawn`. */
function outcomesOf(summary: ImportSummary): string {
  const counts: readonly (readonly [number, string])[] = [
    [summary.unsent, 'waiting'],
    [summary.undecided, 'being sent'],
    [summary.accepted, 'accepted'],
    [summary.withdrawn, 'withdrawn'],
    [summary.refused, 'refused by the service'],
    [summary.notQueued, 'not queued'],
    [summary.erased, 'erased'],
  ];
  return counts
    .flatMap(([count, words]) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]))
    .join(', ');
}

/** Withdraws the waiting submissions of one file, after a question. */
function WithdrawButton({ id, name }: { id: string; name: string }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const unsent = useImports().data?.find((each) => each.id === id)?.unsent ?? 0;
  if (unsent === 0) return null;
  const withdraw = async () => {
    const { changed } = await workspace.api.imports.withdraw({ id });
    await client.invalidateQueries();
    showToast({ workspaceId: workspace.id, title: `${countOf(changed, 'submission')} withdrawn` });
  };
  return (
    <Button
      variant="default"
      onClick={() =>
        askToConfirm({
          workspaceId: workspace.id,
          title: `Withdraw ${countOf(unsent, 'submission')}?`,
          body: `Submissions from ${name} that are still waiting won't be sent. Those already sent are not affected.`,
          confirm: `Withdraw ${countOf(unsent, 'submission')}`,
          danger: true,
          run: withdraw,
        })
      }
    >
      Withdraw {countOf(unsent, 'submission')}
    </Button>
  );
}
