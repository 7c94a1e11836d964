import { Box, Button, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldWords } from '../../../shared/described-field.ts';
import { type LibraryEntry, type LibraryLabel, libraryKey } from '../../../shared/library.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { countOf } from '../../parts/format.ts';
import { BulletList } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { FixedMark } from '../../parts/page.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { type Compared, compareLibrary } from './compare-library.ts';
import classes from './library.module.css';
import { showLibraryUndo } from './library-undo.ts';
import type { LibraryFile } from './read-library-file.ts';
import { useDescriptionLock } from './use-description-lock.ts';

interface ReviewLibraryFileProps {
  readonly fileName: string;
  readonly file: LibraryFile;
  readonly mine: readonly LibraryEntry[];
  readonly onClose: () => void;
}

/** Lists the entries of the file; for each that is here and differs, the person keeps theirs or replaces it. */
export function ReviewLibraryFile({ fileName, file, mine, onClose }: ReviewLibraryFileProps) {
  const store = useMutation({ mutationFn: useWorkspace().api.library.replace });
  const isFixed = useDescriptionLock();
  // Compared once: a change meanwhile must not move the rows under the user's eyes.
  const [rows] = useState(() => compareLibrary(mine, file.entries, isFixed));
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set());
  const different = rows.filter(({ kind }) => kind === 'different');
  const entries = rows
    .filter(({ kind, theirs }) => kind === 'added' || replaced.has(libraryKey(theirs)))
    .map(({ theirs }) => theirs);
  const choose = (chosen: readonly Compared[], replace: boolean) => {
    const keys = new Set(chosen.map(({ theirs }) => libraryKey(theirs)));
    setReplaced((before) => new Set([...before, ...keys].filter((key) => replace || !keys.has(key))));
  };
  const workspace = useWorkspace();
  const run = () =>
    store.mutate(
      { entries },
      {
        onSuccess: (snapshots) => {
          showLibraryUndo(workspace, `${countOf(snapshots.length, 'entry', 'entries')} imported`, snapshots);
          onClose();
        },
      },
    );

  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <p className={classes['fileName']}>
          {fileName}: {countOf(rows.length, 'entry', 'entries')}
        </p>
        {different.length > 1 && (
          <Group gap={6}>
            <Button size="compact-sm" variant="default" onClick={() => choose(different, false)}>
              Keep all mine
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => choose(different, true)}>
              Replace all
            </Button>
          </Group>
        )}
      </Group>
      <Problems problems={file.problems} />
      {rows.length > 0 && (
        <Box
          component="ul"
          className={classes['compared'] ?? ''}
          aria-label="Entries of the file"
          tabIndex={0}
        >
          {rows.map((row) => (
            <FileRow
              key={libraryKey(row.theirs)}
              row={row}
              replaces={replaced.has(libraryKey(row.theirs))}
              onChoose={(replace) => choose([row], replace)}
            />
          ))}
        </Box>
      )}
      <ErrorNotice error={store.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={entries.length === 0} loading={store.isPending} onClick={run} data-autofocus>
          {entries.length === 0
            ? 'Nothing to change'
            : `Import ${countOf(entries.length, 'entry', 'entries')}`}
        </Button>
      </Group>
    </Stack>
  );
}

const MAX_PROBLEMS = 20;

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - MAX_PROBLEMS;
  return (
    <Notice
      tone="warning"
      title={`${countOf(problems.length, 'entry', 'entries')} of the file can’t be imported`}
    >
      <BulletList>
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </BulletList>
      {more > 0 && <p>And {countOf(more, 'more', 'more')}.</p>}
    </Notice>
  );
}

const COMPARED_WORDS = {
  added: 'New',
  different: 'Different',
  unchanged: 'Same',
} as const satisfies Record<Compared['kind'], string>;

const KIND_WORDS = { job_description: 'Job description', questionnaire: 'Questionnaire' } as const;

interface FileRowProps {
  readonly row: Compared;
  readonly replaces: boolean;
  readonly onChoose: (replace: boolean) => void;
}

/** One entry of the file and, where it differs from the one here, the differences and the choice. */
export function FileRow({ row, replaces, onChoose }: FileRowProps) {
  const { kind, mine, theirs } = row;
  const { name, serviceId } = mine && !replaces ? mine : theirs;
  const title = name || serviceId;
  return (
    <li className={classes['comparedRow']}>
      <span className={classes['kind']} data-kind={kind}>
        {COMPARED_WORDS[kind]}
      </span>
      <Stack gap={1} miw={0}>
        <ClippedText strong>{title}</ClippedText>
        <span className={classes['comparedDetail']}>
          {KIND_WORDS[theirs.kind]} <code dir="ltr">{theirs.serviceId}</code>
        </span>
        {kind === 'different' && mine && <Differences mine={mine} theirs={theirs} />}
        {kind === 'added' && theirs.fields.length > 0 && (
          <span className={classes['comparedDetail']}>
            <span>{DESCRIBED.label}:</span>
            <Text span inherit c="var(--mantine-color-text)" dir="auto">
              {clipped(DESCRIBED.words(theirs))}
            </Text>
          </span>
        )}
        {row.keepsFields && (
          <div className={classes['comparedDetail']}>
            Described results of the file aren’t used: <FixedMark />
          </div>
        )}
      </Stack>
      {kind === 'different' && (
        <SegmentedControl
          aria-label={`For ${title}`}
          value={replaces ? 'replace' : 'keep'}
          onChange={(value) => onChoose(value === 'replace')}
          data={[
            { value: 'keep', label: 'Keep mine' },
            { value: 'replace', label: 'Replace' },
          ]}
        />
      )}
    </li>
  );
}

/** What replacing the entry changes, what it leaves empty included. */
function Differences({ mine, theirs }: { mine: LibraryLabel; theirs: LibraryLabel }) {
  return FIELDS.map(({ label, words }) => {
    const here = words(mine);
    const there = words(theirs);
    if (here === there) return null;
    return (
      <span key={label} className={classes['comparedDetail']}>
        <span>{label}:</span>
        <span dir="auto">{clipped(here) || 'none'}</span>
        <ArrowTo />
        <Text span inherit c="var(--mantine-color-text)" dir="auto">
          {clipped(there) || 'none'}
        </Text>
      </span>
    );
  });
}

function ArrowTo() {
  return (
    <>
      <span aria-hidden>→</span>
      <VisuallyHidden>, in the file</VisuallyHidden>
    </>
  );
}

interface Shown {
  readonly label: string;
  readonly words: (label: LibraryLabel) => string;
}

const DESCRIBED: Shown = {
  label: 'Described results',
  words: ({ fields }) => fields.map(fieldWords).join('; '),
};

const FIELDS: readonly Shown[] = [
  { label: 'Name', words: ({ name }) => name },
  { label: 'Note', words: ({ note }) => note },
  { label: 'Default questionnaire', words: (label) => label.defaultQuestionnaireId ?? '' },
  DESCRIBED,
  { label: 'Archived', words: ({ archived }) => (archived ? 'yes' : 'no') },
];

const MAX_LENGTH = 160;

function clipped(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
