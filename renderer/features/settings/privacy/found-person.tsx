import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type {
  ErasureChoice,
  FoundHold,
  FoundImportRow,
  FoundListedNumber,
  FoundSubmission,
} from '../../../../shared/privacy.ts';
import { importName } from '../../../../shared/words/import-words.ts';
import { useWorkspace } from '../../../api/app-state.tsx';
import { showSavedFile } from '../../../parts/export.tsx';
import { countOf, formatDate } from '../../../parts/format.ts';
import { Dim, Words } from '../../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { EmptyState } from '../../../parts/page.tsx';
import { PhoneText } from '../../../parts/phone.tsx';
import { AskToErase, type AskToEraseProps } from './ask-to-erase.tsx';
import {
  type Chosen,
  choiceOf,
  firstChosen,
  isBeingSent,
  keyOfHold,
  keyOfImportRow,
  keyOfListed,
  keyOfSubmission,
  mayBeSeveral,
} from './erasure-selection.ts';
import { countFound, foundByWords, standingWords } from './found-words.ts';
import { useHeldPerson } from './held-notice.tsx';
import classes from './privacy.module.css';

type FoundPersonViewProps = Omit<AskToEraseProps, 'opened' | 'chosen' | 'onClose'>;

/** The entries found, each with a checkbox. */
export function FoundPersonView({ found, search, putAside, onErased }: FoundPersonViewProps) {
  const [chosen, setChosen] = useState(() => firstChosen(found, search));
  const [asking, setAsking] = useState(false);
  const toggle = (key: string, on: boolean) => setChosen((before) => toggled(before, key, on));
  const { submissions, importRows, listedNumbers, ownHolds, mentions } = found;
  if (countFound(found) === 0) {
    return (
      <EmptyState title="Nobody was found">
        This computer has no data about this person. Try another spelling of the name, or only the number.
      </EmptyState>
    );
  }
  const itemProps = (key: string) => ({
    hint: search.phone.trim() !== '',
    checked: chosen.has(key),
    onChange: (on: boolean) => toggle(key, on),
  });
  return (
    <Stack gap={12}>
      <ul className={classes['list']} aria-label="What was found">
        {submissions.map((row) => (
          <SubmissionItem key={row.submissionId} row={row} {...itemProps(keyOfSubmission(row))} />
        ))}
        {importRows.map((row) => (
          <ImportItem key={keyOfImportRow(row)} row={row} {...itemProps(keyOfImportRow(row))} />
        ))}
        {listedNumbers.map((row) => (
          <ListedItem key={row.id} row={row} {...itemProps(keyOfListed(row))} />
        ))}
        {ownHolds.map((row) => (
          <FoundHoldItem key={row.id} row={row} {...itemProps(keyOfHold(row))} />
        ))}
      </ul>
      {mayBeSeveral(found, search) && (
        <Notice tone="info">
          Several numbers were found with this name, so these may be several people. Tick the entries of the
          right one, or search for the number.
        </Notice>
      )}
      {found.more && (
        <Notice tone="info">There is more than this list shows. Erase these, then search again.</Notice>
      )}
      <Group justify="space-between" gap="xs">
        <Dim display="block">
          {countOf(chosen.size, 'entry', 'entries')} selected
          {mentions > 0 && `; the name will also be removed from ${countOf(mentions, 'other text')}`}
        </Dim>
        <Group gap={6}>
          <SaveHeld choice={() => choiceOf(found, chosen, search, false)} disabled={chosen.size === 0} />
          <Button variant="default" disabled={chosen.size === 0} onClick={() => setAsking(true)}>
            Erase selected…
          </Button>
        </Group>
      </Group>
      <AskToErase
        opened={asking}
        found={found}
        chosen={chosen}
        search={search}
        putAside={putAside}
        onClose={() => setAsking(false)}
        onErased={onErased}
      />
    </Stack>
  );
}

function toggled(chosen: Chosen, key: string, on: boolean): Chosen {
  return on ? new Set([...chosen, key]) : new Set([...chosen].filter((other) => other !== key));
}

function SubmissionItem({ row, hint, checked, onChange }: ItemProps<FoundSubmission>) {
  const busy = isBeingSent(row);
  return (
    <FoundEntry checked={checked} disabled={busy} onChange={onChange}>
      <Words component="bdi" fw={500}>
        {row.candidateName}
      </Words>
      <Dim display="block">
        <PhoneText e164={row.phoneNumber} />
      </Dim>
      <Dim display="block">
        {standingWords(row)} · {formatDate(row.submittedAt)} · <bdi>{row.workspace}</bdi>
        {row.hasNotes && ' · with notes'}
        {hint && row.foundBy === 'name' && ` · ${foundByWords(row.foundBy)}`}
      </Dim>
    </FoundEntry>
  );
}

function ImportItem({ row, hint, checked, onChange }: ItemProps<FoundImportRow>) {
  return (
    <FoundEntry checked={checked} onChange={onChange}>
      <Words component="bdi" fw={500}>
        {row.text}
      </Words>
      <Dim display="block">
        Row {row.rowNumber} of <bdi>{importName(row.fileName)}</bdi>, never queued ·{' '}
        <bdi>{row.workspace}</bdi>
        {hint && ` · ${foundByWords(row.foundBy)}`}
      </Dim>
    </FoundEntry>
  );
}

function ListedItem({ row, hint, checked, onChange }: ItemProps<FoundListedNumber>) {
  return (
    <FoundEntry checked={checked} onChange={onChange}>
      <Words component="span" fw={500}>
        {row.phoneNumber === null ? 'A number that was erased' : <PhoneText e164={row.phoneNumber} />}
      </Words>
      <Dim display="block">
        {row.isLifted ? 'Was on the do-not-call list' : 'On the do-not-call list'}
        {row.source === 'policy' && ', set by your organisation'} · {formatDate(row.addedAt)}
        {row.reason !== '' && (
          <>
            {' '}
            · “<bdi>{row.reason}</bdi>”
          </>
        )}
        {hint && row.foundBy === 'name' && ` · ${foundByWords(row.foundBy)}`}
      </Dim>
    </FoundEntry>
  );
}

/** A hold of the person, which has their name or number itself. */
function FoundHoldItem({ row, hint, checked, onChange }: ItemProps<FoundHold>) {
  const person = useHeldPerson(row);
  return (
    <FoundEntry checked={checked} onChange={onChange}>
      <Words component="bdi" fw={500}>
        {person}
      </Words>
      <Dim display="block">
        Under legal hold · {formatDate(row.placedAt)}
        {row.reason !== '' && (
          <>
            {' '}
            · “<bdi>{row.reason}</bdi>”
          </>
        )}
        {hint && row.foundBy === 'name' && ` · ${foundByWords(row.foundBy)}`}
      </Dim>
    </FoundEntry>
  );
}

interface ItemProps<Row> {
  readonly row: Row;
  /** Whether to say how the entry was found. */
  readonly hint: boolean;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

interface FoundEntryProps extends Pick<ItemProps<unknown>, 'checked' | 'onChange'> {
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Something found about a person, to be chosen or not. */
function FoundEntry({ checked, disabled = false, onChange, children }: FoundEntryProps) {
  return (
    <li className={classes['entry']}>
      <Checkbox
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={
          <Text span inherit display="block">
            {children}
          </Text>
        }
      />
    </li>
  );
}

const FORMATS = [
  { format: 'html', words: 'Save what is held' },
  { format: 'json', words: 'As JSON' },
] as const;

interface SaveHeldProps {
  readonly choice: () => ErasureChoice;
  readonly disabled: boolean;
}

/** Saves what is held about a person: the selected entries, with everything stored about each. */
function SaveHeld({ choice, disabled }: SaveHeldProps) {
  const save = useMutation({ mutationFn: useWorkspace().api.privacy.saveHeld });
  const run = (format: 'html' | 'json') =>
    save.mutate(
      { ...choice(), format },
      {
        onSuccess: ({ path }) => {
          if (path !== null) showSavedFile({ title: 'What is held was saved', path });
        },
      },
    );
  return (
    <>
      <Group gap={6} wrap="nowrap">
        {FORMATS.map(({ format, words }) => (
          <Button
            key={format}
            variant="default"
            aria-label={format === 'json' ? 'Save what is held as JSON' : words}
            disabled={disabled || save.isPending}
            onClick={() => run(format)}
          >
            {words}
          </Button>
        ))}
      </Group>
      <ErrorNotice error={save.error} />
    </>
  );
}
