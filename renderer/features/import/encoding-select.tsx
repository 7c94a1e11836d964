import { NativeSelect } from '@mantine/core';
import type { FileDecoding } from './reading/decode-text.ts';
import {
  ENCODING_GROUPS,
  encodingGroup,
  encodingName,
  TEXT_ENCODINGS,
  type TextEncoding,
} from './reading/text-encodings.ts';
import classes from './review.module.css';

interface EncodingSelectProps {
  readonly decoding: FileDecoding;
  readonly disabled: boolean;
  readonly onChoose: (encoding: TextEncoding) => void;
}

/** Selects the file's text encoding; likely ones come first, with sample names. */
export function EncodingSelect({ decoding, disabled, onChoose }: EncodingSelectProps) {
  const { encoding, mixed, candidates } = decoding;
  const likely = new Set(candidates.map((each) => each.encoding));
  const others = ENCODING_GROUPS.map((group) => ({
    group,
    encodings: TEXT_ENCODINGS.filter((each) => encodingGroup(each) === group && !likely.has(each)),
  })).filter(({ encodings }) => encodings.length > 0);
  return (
    <NativeSelect
      size="xs"
      aria-label="Text encoding"
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
          {encodings.map((other) => (
            <option key={other} value={other}>
              {encodingName(other)}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
