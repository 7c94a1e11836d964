import { Button, Group, Skeleton } from '@mantine/core';
import type { EvidenceHead, EvidenceState } from '../../../../shared/evidence.ts';
import { useEvidence, useSaveEvidence } from '../../../api/evidence.ts';
import { CopyIconButton } from '../../../parts/copy/copy-icon-button.tsx';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { countOf } from '../../../parts/text/count-of.ts';
import { formatDateTime } from '../../../parts/time/format-time.ts';
import classes from './privacy.module.css';

/** The record of what was done: how long it is, its head, and how to have it checked. */
export function EvidenceSection() {
  const { data, error, refetch } = useEvidence();
  return (
    <Section title="Evidence">
      <div className={classes['box']}>
        <p className={classes['words']}>
          Callboard records consent, submits, sends and how they ended, results, verdicts, do-not-call
          entries, legal holds, exports, erasures, restored backups, and changes of rules and policy: without
          names or numbers, each entry chained to the one before.
        </p>
        {data ? <Chain state={data} /> : !error && <Skeleton height={60} radius="sm" />}
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        <Proof />
      </div>
    </Section>
  );
}

function Chain({ state: { entries, since, head, others } }: { state: EvidenceState }) {
  const save = useSaveEvidence();
  const run = (part: 'all' | 'head', title: string) =>
    save.mutate(part, {
      onSuccess: ({ path }) => {
        if (path !== null) showSavedFile({ title, path });
      },
    });
  if (!head || since === null) {
    return <p className={classes['words']}>Nothing is recorded yet. The first submit begins the record.</p>;
  }
  return (
    <>
      <p className={classes['words']}>
        <strong>{countOf(entries, 'entry', 'entries')}</strong> since {formatDateTime(since)}
        {others > 0 && `, and the records of ${countOf(others, 'other computer')} from restored backups`}. The
        head, of {formatDateTime(head.at)}:
      </p>
      <div className={classes['head']}>
        <code className={classes['path']} dir="ltr">
          {headWords(head)}
        </code>
        <CopyIconButton
          text={`${headWords(head)} (${new Date(head.at).toISOString()})`}
          label="Copy the head"
        />
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={save.isPending}
          onClick={() => run('head', 'Head saved')}
        >
          Save the head
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={save.isPending}
          onClick={() => run('all', 'Evidence saved')}
        >
          Save the evidence
        </Button>
      </Group>
      <ErrorNotice error={save.error} />
    </>
  );
}

function Proof() {
  return (
    <ul className={classes['proof']}>
      <li>
        <strong>What it shows:</strong> that no entry was changed, cut out or moved, up to the last head that
        somebody else has. So send the head to somebody from time to time.
      </li>
      <li>
        <strong>What it can’t show:</strong> anything after that head, because whoever owns this computer can
        rewrite it; that what was recorded is true; or what happened outside Callboard. Erasing a person
        leaves it whole, but nothing in it can be traced to them any more.
      </li>
      <li>
        <strong>How to check it:</strong> <code>node verify-evidence.mjs</code> with the saved file, and{' '}
        <code>--head</code> with a head from earlier. The script is part of Callboard’s source and needs
        nothing but Node.js.
      </li>
    </ul>
  );
}

/** As `verify-evidence.mjs --head` takes it. */
function headWords({ chain, seq, hash }: EvidenceHead): string {
  return `${chain}:${seq}:${hash}`;
}
