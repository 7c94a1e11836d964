import { NativeSelect } from '@mantine/core';
import type { FileLetters } from './reading/decode-text.ts';
import {
  ENCODING_GROUPS,
  encodingGroup,
  encodingName,
  TEXT_ENCODINGS,
  type TextEncoding,
} from './reading/text-encodings.ts';
import classes from './review.module.css';

interface EncodingSelectProps {
  readonly letters: FileLetters;
  readonly disabled: boolean;
  readonly onChoose: (encoding: TextEncoding) => void;
}

/** How the letters of the file are read, and every other way: the likeliest first, with what names would look like. */
export function EncodingSelect({ letters, disabled, onChoose }: EncodingSelectProps) {
  const { encoding, mixed, candidates } = letters;
  const likely = new Set(candidates.map((each) => each.encoding));
  const others = ENCODING_GROUPS.map((group) => ({
    group,
    encodings: TEXT_ENCODINGS.filter((each) => encodingGroup(each) === group && !likely.has(each)),
  })).filter(({ encodings }) => encodings.length > 0);
  return (
    <NativeSelect
      size="xs"
      aria-label="Letters read as"
      title={mixed ? `${encodingName(encoding)}; some lines are UTF-8` : encodingName(encoding)}
      className={classes['encoding']}
      disabled={disabled}
      value={encoding}
      onChange={(event) => {
        const chosen = TEXT_ENCODINGS.find((each) => each === event.currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {candidates.length > 0 && (
        <optgroup label="Likely">
          {candidates.map(({ encoding: likelyOne, sample }) => (
            <option key={likelyOne} value={likelyOne}>
              {sample === '' ? encodingName(likelyOne) : `${encodingName(likelyOne)}: ${sample}`}
            </option>
          ))}
        </optgroup>
      )}
      {others.map(({ group, encodings }) => (
        <optgroup key={group} label={group}>
          {encodings.map((each) => (
            <option key={each} value={each}>
              {encodingName(each)}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
