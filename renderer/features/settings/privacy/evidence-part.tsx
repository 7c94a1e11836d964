import { Button, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EvidenceHead, EvidenceState } from '../../../../shared/evidence.ts';
import { api, queries } from '../../../api/api.ts';
import { CopyIconButton } from '../../../parts/copy.tsx';
import { showSavedFile } from '../../../parts/export.tsx';
import { countOf, formatDateTime } from '../../../parts/format.ts';
import { BulletList, Card, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import classes from './privacy.module.css';

/** The record of what was done: how long it is, its head, and how to have it checked. */
export function EvidencePart() {
  const { data, error, refetch } = useEvidence();
  return (
    <Section title="Evidence">
      <Card>
        <Words>
          A record of what was done, without names or numbers: each entry is chained to the one before.
        </Words>
        {data ? <Chain state={data} /> : !error && <Skeleton height={60} radius="sm" />}
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        <Proof />
      </Card>
    </Section>
  );
}

function Chain({ state: { entries, since, head, others } }: { state: EvidenceState }) {
  const save = useSaveEvidence();
  if (!head || since === null) {
    return <Words>Nothing is recorded yet. The first submit begins the record.</Words>;
  }
  return (
    <>
      <Words>
        <strong>{countOf(entries, 'entry', 'entries')}</strong> since {formatDateTime(since)}
        {others > 0 && `, and the records of ${countOf(others, 'other computer')} from restored backups`}. The
        head, of {formatDateTime(head.at)}:
      </Words>
      <Group gap={8} wrap="nowrap">
        <code className={classes['path']} dir="ltr">
          {headWords(head)}
        </code>
        <CopyIconButton
          text={`${headWords(head)} (${new Date(head.at).toISOString()})`}
          label="Copy the head"
        />
      </Group>
      <Group gap="xs">
        {(['head', 'evidence'] as const).map((part) => (
          <Button
            key={part}
            variant="default"
            loading={save.isPending && save.variables === part}
            onClick={() => save.mutate(part)}
          >
            Save the {part}
          </Button>
        ))}
      </Group>
      <ErrorNotice error={save.error} />
    </>
  );
}

function Proof() {
  return (
    <details>
      <summary>What it shows, and how to check it</summary>
      <BulletList>
        <li>
          <strong>What it records:</strong> consent, submits, sends and how they ended, results, verdicts,
          do-not-call entries, legal holds, exports, erasures, restored backups, and changes of rules and
          policy.
        </li>
        <li>
          <strong>What it shows:</strong> that no entry was changed, cut out or moved, up to the last head
          that somebody else has. So send the head to somebody from time to time.
        </li>
        <li>
          <strong>What it can’t show:</strong> anything after that head, because whoever owns this computer
          can rewrite it; that what was recorded is true; or what happened outside Callboard. Erasing a person
          leaves it whole, but nothing in it can be traced to them any more.
        </li>
        <li>
          <strong>How to check it:</strong> <code>node verify-evidence.mjs</code> with the saved file, and{' '}
          <code>--head</code> with a head from earlier. The script is part of Callboard’s source and needs
          nothing but Node.js.
        </li>
      </BulletList>
    </details>
  );
}

/** As `verify-evidence.mjs --head` takes it. */
function headWords({ chain, seq, hash }: EvidenceHead): string {
  return `${chain}:${seq}:${hash}`;
}

/** How much evidence there is and where it ends; read anew on every visit, as most actions add to it. */
function useEvidence() {
  return useQuery({
    ...queries.evidence.state(),
    refetchOnMount: 'always',
  });
}

/** Saves all of the evidence, or only its head, and says where. */
function useSaveEvidence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (part: 'head' | 'evidence') =>
      part === 'head' ? api.evidence.saveHead() : api.evidence.save(),
    onSuccess: ({ path }, part) => {
      if (path !== null) showSavedFile({ title: part === 'head' ? 'Head saved' : 'Evidence saved', path });
    },
    // Saving is itself recorded.
    onSettled: () => client.invalidateQueries({ queryKey: queries.evidence.queryKey }),
  });
}
