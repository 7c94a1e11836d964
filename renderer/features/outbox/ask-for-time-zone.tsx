import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { placesWords } from '../../../shared/time-zone-names.ts';
import { openDialog } from '../../parts/dialog/open-dialog.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { TimeZoneSelect } from '../../parts/time-zone/time-zone-select.tsx';
import { OtherWorkspaceLabel } from '../../parts/workspace/other-workspace-label.tsx';
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
  const modalId = 'choose-time-zone';
  const close = () => modals.close(modalId);
  openDialog({
    modalId,
    title:
      candidateName === undefined ? `Where are these ${target.count} candidates?` : 'Where is the candidate?',
    children: (
      <>
        <OtherWorkspaceLabel id={target.workspaceId} />
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
      </>
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" disabled={chosen === null}>
            {candidateName === undefined ? `Choose for ${countOf(count, 'submission')}` : 'Choose time zone'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
