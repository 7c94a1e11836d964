import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { placesWords } from '../../../shared/time-zone-names.ts';
import { workspaceAccess } from '../../api/api.ts';
import { openDialog } from '../../parts/dialog.tsx';
import { FormButtons } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { TimeZoneSelect } from '../../parts/send-later-choice.tsx';
import { showToast } from '../../parts/toast.tsx';
import { type BulkTarget, runBulkLater } from './run-bulk.tsx';

interface Question {
  readonly target: BulkTarget;
  /** The time zones (IANA) that their numbers may be in. */
  readonly timeZones: readonly string[];
  /** Whose it is, if it is one submission alone: for one, any time zone can be chosen. */
  readonly candidateName?: string;
  readonly onConfirmed?: (() => void) | undefined;
}

/** The time zones that a person chooses from for a submission; undefined if it needs no choice. */
export function offeredZones({ refusedNow, afterEdit }: OutboxRow): readonly string[] | undefined {
  return afterEdit ? undefined : refusedNow?.timeZones;
}

/** Asks in which time zone these candidates are, whose numbers may be in zones that share no calling hour. */
export function askForTimeZone({ target, timeZones, candidateName, onConfirmed }: Question): void {
  openDialog({
    modalId: 'choose-time-zone',
    title:
      candidateName === undefined ? `Where are these ${target.count} candidates?` : 'Where is the candidate?',
    workspaceId: target.workspaceId,
    content: (close) => (
      <TimeZoneForm
        count={target.count}
        timeZones={timeZones}
        candidateName={candidateName}
        onClose={close}
        onChoose={(timeZone) => {
          runBulkLater('choose_time_zone', target, { timeZone });
          onConfirmed?.();
          close();
        }}
      />
    ),
  });
}

/** {@link askForTimeZone} for the submission of a row. */
export function askForTimeZoneOf(
  { workspaceId, id, candidateName }: OutboxRow,
  timeZones: readonly string[],
): void {
  const target = { workspaceId, part: 'waiting', rows: { ids: [id] }, count: 1 } as const;
  askForTimeZone({ target, timeZones, candidateName });
}

interface TimeZoneFormProps extends Pick<Question, 'timeZones'> {
  readonly count: number;
  readonly candidateName: string | undefined;
  readonly onChoose: (timeZone: string) => void;
  readonly onClose: () => void;
}

function TimeZoneForm({ count, timeZones, candidateName, onChoose, onClose }: TimeZoneFormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) onChoose(chosen);
  };
  const places = placesWords(timeZones);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {candidateName === undefined ? (
            `These numbers can be in ${places}, which share no calling hour.`
          ) : (
            <>
              The number of <strong dir="auto">{candidateName}</strong> can be in {places}, which share no
              calling hour.
            </>
          )}{' '}
          Nobody is called outside the calling hours of the time zone that you choose.
        </Text>
        <TimeZoneSelect
          label="Time zone"
          value={chosen}
          offered={timeZones}
          onlyOffered={candidateName === undefined}
          onChange={setChosen}
        />
        <FormButtons onLeave={onClose} disabled={chosen === null}>
          {candidateName === undefined ? `Choose for ${countOf(count, 'submission')}` : 'Choose time zone'}
        </FormButtons>
      </Stack>
    </form>
  );
}

/** Asks for the request ID of an unconfirmed submission, checks it with the service and tracks the request. */
export function askForRequestId(row: OutboxRow): void {
  openDialog({
    modalId: `request-id-${row.id}`,
    title: 'Which request is it?',
    workspaceId: row.workspaceId,
    content: (close) => <RequestIdForm row={row} onClose={close} />,
  });
}

/** The ID that the service's answer names, unless it is one that Callboard sent. */
function suggestedId({ id, problem, jobDescriptionId, questionnaireTemplateId }: OutboxRow) {
  const suggested = problem?.suggestedId;
  return [id, jobDescriptionId, questionnaireTemplateId].includes(suggested ?? '') ? undefined : suggested;
}

function RequestIdForm({ row, onClose }: { row: OutboxRow; onClose: () => void }) {
  const suggested = suggestedId(row);
  const [requestId, setRequestId] = useState(suggested ?? '');
  const enter = useMutation({
    mutationFn: () =>
      workspaceAccess(row.workspaceId).api.submissions.enterRequestId({
        id: row.id,
        requestId: requestId.trim(),
      }),
    onSuccess: () => {
      showToast({ workspaceId: row.workspaceId, title: `${row.candidateName} is now tracked` });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (requestId.trim() !== '') enter.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          If the service has a request for <strong dir="auto">{row.candidateName}</strong>, you can find its
          ID there. Callboard checks it with the service first.
        </Text>
        <TextInput
          label="Request ID"
          description={
            suggested !== undefined &&
            "This ID is in the service's answer. Track it only if it is this person's request."
          }
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={requestId}
          onChange={(event) => setRequestId(event.currentTarget.value)}
        />
        <ErrorNotice error={enter.error} />
        <FormButtons onLeave={onClose} loading={enter.isPending} disabled={requestId.trim() === ''}>
          Track this request
        </FormButtons>
      </Stack>
    </form>
  );
}
