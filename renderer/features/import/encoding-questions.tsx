import { Button } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { Notice } from '../../parts/notice/notice.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { isEncodingUnsure } from './encoding-doubts.ts';
import classes from './encoding-questions.module.css';
import type { OpenImport } from './import-state.ts';
import type { CheckedProblem } from './reading/check-rows.ts';
import { encodingName, type TextEncoding } from './reading/text-encodings.ts';

export interface EncodingQuestionsProps {
  readonly open: OpenImport;
  readonly onEncoding: (encoding: TextEncoding) => void;
  /** The user confirms doubtful text. */
  readonly onConfirm: (confirmed: Pick<OpenImport, 'encodingConfirmed'>) => void;
}

/** Asks about a doubtful encoding, and says that another one may put garbled names right. */
export function EncodingQuestions({ open, onEncoding, onConfirm }: EncodingQuestionsProps) {
  const { queued, edits, run, source } = open;
  const checked = useDeferredValue(open.checked);
  const unsure = isEncodingUnsure(open);
  const going = useMemo(
    () => checked.filter(({ number }) => !queued.has(number) && !edits.excluded.has(number)),
    [checked, queued, edits.excluded],
  );
  const doubted = unsure ? going.filter((row) => row.nonAscii).length : 0;
  const odd = source.decoding && !unsure ? going.filter(({ problems }) => problems.some(isGarbled)) : [];
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
        <Notice tone="warning" title={`${countOf(odd.length, 'name looks', 'names look')} garbled.`}>
          <bdi>{example.values.candidateName}</bdi>, for example. Choose another encoding above, or choose{' '}
          {odd.length === 1 ? 'the name' : 'the names'} if right.
        </Notice>
      )}
    </>
  );
}

function isGarbled({ code }: CheckedProblem): boolean {
  return code === 'name_garbled';
}
