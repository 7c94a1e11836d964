import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import type {
  FoundImportRow,
  FoundPerson,
  FoundSubmission,
  PersonSearch,
} from '../../../../shared/privacy.ts';
import { importName } from '../../../../shared/words/import-words.ts';
import { EmptyState } from '../../../parts/empty-state/empty-state.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { PhoneText } from '../../../parts/phone/phone-text.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import { AskToErase } from './ask-to-erase.tsx';
import {
  firstChosen,
  isBeingSent,
  keyOfImportRow,
  keyOfSubmission,
  mayBeSeveral,
} from './erasure-selection.ts';
import { foundByWords, standingWords } from './found-words.ts';
import classes from './privacy.module.css';

interface FoundPersonViewProps {
  readonly found: FoundPerson;
  readonly search: PersonSearch;
  readonly putAside: number;
  readonly onErased: () => void;
}

/** The entries found, each with a checkbox. */
export function FoundPersonView({ found, search, putAside, onErased }: FoundPersonViewProps) {
  const [chosen, setChosen] = useState(() => firstChosen(found, search));
  const [asking, setAsking] = useState(false);
  const toggle = (key: string, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (on) after.add(key);
      else after.delete(key);
      return after;
    });
  const { submissions, importRows, mentions } = found;
  if (submissions.length + importRows.length === 0) {
    return (
      <EmptyState title="Nobody was found">
        There is nothing of this person on this computer. Try another writing of the name, or the number
        alone.
      </EmptyState>
    );
  }
  return (
    <div className={classes['found']}>
      <ul className={classes['list']} aria-label="What was found">
        {submissions.map((row) => (
          <SubmissionItem
            key={row.submissionId}
            row={row}
            hint={search.phone.trim() !== ''}
            checked={chosen.has(keyOfSubmission(row))}
            onChange={(on) => toggle(keyOfSubmission(row), on)}
          />
        ))}
        {importRows.map((row) => (
          <ImportItem
            key={keyOfImportRow(row)}
            row={row}
            hint={search.phone.trim() !== ''}
            checked={chosen.has(keyOfImportRow(row))}
            onChange={(on) => toggle(keyOfImportRow(row), on)}
          />
        ))}
      </ul>
      {mayBeSeveral(found, search) && (
        <Notice tone="info">
          Several numbers have this name, so these may be several persons. Tick what belongs to the one you
          mean, or look for the number.
        </Notice>
      )}
      {found.more && (
        <Notice tone="info">More was found than is listed. Erase these, then look once more.</Notice>
      )}
      <Group justify="space-between" gap="xs">
        <span className={classes['dim']}>
          {countOf(chosen.size, 'entry', 'entries')} chosen
          {mentions > 0 &&
            `; ${countOf(mentions, 'other text names', 'other texts name')} this person and ${mentions === 1 ? 'loses' : 'lose'} the name`}
        </span>
        <Button size="xs" color="red.9" disabled={chosen.size === 0} onClick={() => setAsking(true)}>
          Erase what is chosen…
        </Button>
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
    </div>
  );
}

interface ItemProps<Row> {
  readonly row: Row;
  /** Whether to say how the entry was found. */
  readonly hint: boolean;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

function SubmissionItem({ row, hint, checked, onChange }: ItemProps<FoundSubmission>) {
  const busy = isBeingSent(row);
  return (
    <li className={classes['entry']}>
      <Checkbox
        size="sm"
        checked={checked}
        disabled={busy}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={
          <span className={classes['item']}>
            <bdi className={classes['name']}>{row.candidateName}</bdi>
            <span className={classes['dim']}>
              <PhoneText e164={row.phoneNumber} />
            </span>
            <span className={classes['dim']}>
              {standingWords(row)} · {formatDate(row.submittedAt)} · <bdi>{row.workspace}</bdi>
              {row.hasNotes && ' · with notes'}
              {hint && row.foundBy === 'name' && ` · ${foundByWords(row.foundBy)}`}
            </span>
          </span>
        }
      />
    </li>
  );
}

function ImportItem({ row, hint, checked, onChange }: ItemProps<FoundImportRow>) {
  return (
    <li className={classes['entry']}>
      <Checkbox
        size="sm"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={
          <span className={classes['item']}>
            <bdi className={classes['name']}>{row.text}</bdi>
            <span className={classes['dim']}>
              Row {row.rowNumber} of <bdi>{importName(row.fileName)}</bdi>, never queued ·{' '}
              <bdi>{row.workspace}</bdi>
              {hint && ` · ${foundByWords(row.foundBy)}`}
            </span>
          </span>
        }
      />
    </li>
  );
}
