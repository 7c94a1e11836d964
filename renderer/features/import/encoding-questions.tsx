import { Button } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { Notice } from '../../parts/notice/notice.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { encodingDoubtsOf } from './encoding-doubts.ts';
import classes from './encoding-questions.module.css';
import type { OpenImport } from './import-state.ts';
import { encodingName, type TextEncoding } from './reading/text-encodings.ts';

export interface EncodingQuestionsProps {
  readonly open: OpenImport;
  readonly onEncoding: (encoding: TextEncoding) => void;
  /** The user confirms doubtful text. */
  readonly onConfirm: (confirmed: Partial<Pick<OpenImport, 'encodingConfirmed' | 'namesConfirmed'>>) => void;
}

/** Asks about a doubtful encoding and about garbled names; each question takes one click. */
export function EncodingQuestions({ open, onEncoding, onConfirm }: EncodingQuestionsProps) {
  const { queued, edits, run, source } = open;
  const checked = useDeferredValue(open.checked);
  const { unsure, garbled } = encodingDoubtsOf(open);
  const going = useMemo(
    () => checked.filter(({ number }) => !queued.has(number) && !edits.excluded.has(number)),
    [checked, queued, edits.excluded],
  );
  const doubted = unsure ? going.filter((row) => row.nonAscii).length : 0;
  const odd = garbled ? going.filter((row) => row.garbled) : [];
  const [example] = odd;
  const choose = (encoding: TextEncoding) =>
    encoding === source.decoding?.encoding ? onConfirm({ encodingConfirmed: true }) : onEncoding(encoding);
  return (
    <>
      {doubted > 0 && source.decoding && (
        <Notice tone="warning" title="The text encoding of this file is uncertain.">
          <p className={classes['words']}>
            {countOf(doubted, 'row depends', 'rows depend')} on it. Choose the names that look right, or
            another encoding above.
          </p>
          <div className={classes['choices']}>
            {source.decoding.candidates.map(({ encoding, sample }) => (
              <Button
                key={encoding}
                size="compact-sm"
                variant="default"
                disabled={run !== null}
                className={classes['choice']}
                onClick={() => choose(encoding)}
              >
                <bdi className={classes['sample']}>{sample}</bdi>
                <span className={classes['name']}>{encodingName(encoding)}</span>
              </Button>
            ))}
          </div>
        </Notice>
      )}
      {example && (
        <Notice
          tone="warning"
          title={`${countOf(odd.length, 'name looks', 'names look')} garbled.`}
          actions={
            <Button
              size="xs"
              variant="default"
              disabled={run !== null}
              onClick={() => onConfirm({ namesConfirmed: true })}
            >
              {odd.length === 1 ? "It's correct" : "They're correct"}
            </Button>
          }
        >
          <bdi>{example.values.candidateName}</bdi>, for example.{' '}
          {source.decoding ? 'Choose another encoding above, or enter' : 'Enter'}{' '}
          {odd.length === 1 ? 'it' : 'them'} again.
        </Notice>
      )}
    </>
  );
}
