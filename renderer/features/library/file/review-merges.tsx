import { Box, Button, Group, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { fieldWords } from '../../../../shared/described-field.ts';
import { type LibraryEntry, type LibraryLabel, libraryKey } from '../../../../shared/library.ts';
import { useMergeLibrary } from '../../../api/library.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { ChipGroup, ChoiceChip } from '../../../parts/chips.tsx';
import { useDescriptionLock } from '../../../parts/described-field/use-description-lock.ts';
import { countOf } from '../../../parts/format.ts';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { FixedMark } from '../../../parts/page.tsx';
import { ClippedText } from '../../../parts/text.tsx';
import { showLibraryUndo } from '../library-undo.ts';
import { compareLibrary, type Merge } from './compare-library.ts';
import type { LibraryFile } from './read-library-file.ts';
import classes from './review-merges.module.css';

interface ReviewMergesProps {
  readonly fileName: string;
  readonly file: LibraryFile;
  readonly mine: readonly LibraryEntry[];
  readonly onClose: () => void;
}

const KINDS = ['added', 'changed', 'conflicting', 'unchanged'] as const satisfies readonly Merge['kind'][];

/** Previews the import entry by entry, and lets the user resolve conflicts. */
export function ReviewMerges({ fileName, file, mine, onClose }: ReviewMergesProps) {
  const merge = useMergeLibrary();
  // Compared once: a change meanwhile must not move the rows under the user's eyes.
  const isFixed = useDescriptionLock();
  const [merges] = useState(() => compareLibrary(mine, file.entries, isFixed));
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<Merge['kind'] | null>(null);
  const conflicts = merges.filter(({ kind }) => kind === 'conflicting');
  const entries = useMemo(() => entriesToStore(merges, takesTheirs), [merges, takesTheirs]);
  const choose = (chosen: readonly Merge[], theirs: boolean) => {
    const keys = new Set(chosen.map((each) => libraryKey(each.theirs)));
    setTakesTheirs((before) => new Set([...before, ...keys].filter((key) => theirs || !keys.has(key))));
  };
  const workspace = useWorkspace();
  const run = () =>
    merge.mutate(entries, {
      onSuccess: (snapshots) => {
        showLibraryUndo(workspace, `${countOf(snapshots.length, 'entry', 'entries')} imported`, snapshots);
        onClose();
      },
    });

  return (
    <Stack gap="sm">
      <p className={classes['file']}>
        {fileName}: {countOf(merges.length, 'entry', 'entries')}
      </p>
      <Problems problems={file.problems} />
      <Group justify="space-between" gap="xs">
        <KindFilter merges={merges} shown={shown} onShow={setShown} />
        {conflicts.length > 1 && <ResolveAll onChoose={(theirs) => choose(conflicts, theirs)} />}
      </Group>
      {merges.length > 0 && (
        <Box component="ul" className={classes['list'] ?? ''} aria-label="Entries of the file" tabIndex={0}>
          {merges
            .filter(({ kind }) => shown === null || kind === shown)
            .map((row) => (
              <MergeRow
                key={libraryKey(row.theirs)}
                merge={row}
                takesTheirs={takesTheirs.has(libraryKey(row.theirs))}
                onChoose={(theirs) => choose([row], theirs)}
              />
            ))}
        </Box>
      )}
      <ErrorNotice error={merge.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button disabled={entries.length === 0} loading={merge.isPending} onClick={run} data-autofocus>
          {entries.length === 0
            ? 'Nothing to change'
            : `Import ${countOf(entries.length, 'entry', 'entries')}`}
        </Button>
      </Group>
    </Stack>
  );
}

interface KindFilterProps {
  readonly merges: readonly Merge[];
  readonly shown: Merge['kind'] | null;
  readonly onShow: (kind: Merge['kind'] | null) => void;
}

function KindFilter({ merges, shown, onShow }: KindFilterProps) {
  const present = KINDS.filter((kind) => merges.some((merge) => merge.kind === kind));
  return (
    <ChipGroup label="Which entries of the file">
      <ChoiceChip word="All" count={merges.length} pressed={shown === null} onPress={() => onShow(null)} />
      {present.map((kind) => (
        <ChoiceChip
          key={kind}
          word={MERGE_WORDS[kind]}
          count={merges.filter((merge) => merge.kind === kind).length}
          pressed={shown === kind}
          onPress={() => onShow(shown === kind ? null : kind)}
        />
      ))}
    </ChipGroup>
  );
}

function ResolveAll({ onChoose }: { onChoose: (theirs: boolean) => void }) {
  return (
    <Group gap={6}>
      <Button size="compact-xs" variant="default" onClick={() => onChoose(false)}>
        Keep all mine
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onChoose(true)}>
        Take all from the file
      </Button>
    </Group>
  );
}

/** Only entries that change something are stored. */
function entriesToStore(merges: readonly Merge[], takesTheirs: ReadonlySet<string>) {
  return merges.flatMap((merge) => {
    if (takesTheirs.has(libraryKey(merge.theirs))) return [merge.takingTheirs];
    return merge.fills ? [merge.keepingMine] : [];
  });
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
      <ul className={classes['problems']}>
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {more > 0 && <p>And {countOf(more, 'more', 'more')}.</p>}
    </Notice>
  );
}

/** What importing an entry would do. */
const MERGE_WORDS = {
  added: 'New',
  changed: 'Adds to yours',
  conflicting: 'Different',
  unchanged: 'Same',
} as const satisfies Record<Merge['kind'], string>;

const KIND_WORDS = { job_description: 'Job description', questionnaire: 'Questionnaire' } as const;

interface MergeRowProps {
  readonly merge: Merge;
  readonly takesTheirs: boolean;
  readonly onChoose: (theirs: boolean) => void;
}

/** One entry of the file with its changes and, for a conflict, a choice of whose values to keep. */
export function MergeRow({ merge, takesTheirs, onChoose }: MergeRowProps) {
  const { kind, mine, theirs } = merge;
  const result = takesTheirs ? merge.takingTheirs : merge.keepingMine;
  const title = result.name || result.serviceId;
  return (
    <li className={classes['row']}>
      <span className={classes['kind']} data-kind={kind}>
        {MERGE_WORDS[kind]}
      </span>
      <div className={classes['what']}>
        <ClippedText strong>{title}</ClippedText>
        <span className={classes['detail']}>
          {KIND_WORDS[theirs.kind]} <code dir="ltr">{theirs.serviceId}</code>
        </span>
        {(kind === 'conflicting' || kind === 'changed') && mine && (
          <Differences mine={mine} theirs={theirs} />
        )}
        {kind === 'added' && theirs.fields.length > 0 && !merge.keepsFields && (
          <span className={classes['detail']}>
            <span>{DESCRIBED.label}:</span>
            <span className={classes['new']} dir="auto">
              {clipped(DESCRIBED.words(theirs))}
            </span>
          </span>
        )}
        {merge.keepsFields && (
          <div className={classes['detail']}>
            Described results of the file aren’t used: <FixedMark />
          </div>
        )}
      </div>
      {kind === 'conflicting' && (
        <SegmentedControl
          size="xs"
          aria-label={`For ${title}`}
          value={takesTheirs ? 'theirs' : 'mine'}
          onChange={(value) => onChoose(value === 'theirs')}
          data={[
            { value: 'mine', label: 'Keep mine' },
            { value: 'theirs', label: 'Take theirs' },
          ]}
        />
      )}
    </li>
  );
}

function Differences({ mine, theirs }: { mine: LibraryLabel; theirs: LibraryLabel }) {
  return FIELDS.map(({ label, words }) => {
    const here = words(mine);
    const there = words(theirs);
    // Empty values in the file change nothing.
    if (here === there || there === '') return null;
    return (
      <span key={label} className={classes['detail']}>
        <span>{label}:</span>
        {here !== '' && <span dir="auto">{clipped(here)}</span>}
        {here !== '' && <ArrowTo />}
        <span className={classes['new']} dir="auto">
          {clipped(there)}
        </span>
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
  { label: 'Archived', words: ({ archived }) => (archived ? 'yes' : '') },
];

const MAX_LENGTH = 160;

function clipped(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
