import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { fieldWords } from '../../../../shared/described-field.ts';
import type { LibraryLabel } from '../../../../shared/library.ts';
import { FixedMark } from '../../../parts/policy/fixed-mark.tsx';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import type { Merge } from './compare-library.ts';
import classes from './review-merges.module.css';

/** What importing an entry would do. */
export const MERGE_WORDS = {
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
