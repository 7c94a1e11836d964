import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ScoreOffer } from '../../../shared/field-examples.ts';
import { useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { formatNumber } from '../../parts/format.ts';
import { showUndoToast } from '../../parts/toast.tsx';
import classes from './library.module.css';
import { openDescribeField } from './open-describe-field.tsx';

/**
 * Asks whether a field is the score of a questionnaire or, with null, of the one that most results are of; nothing unless most
 * answers have a number in it. Says nothing about which end is better: nobody has.
 */
export function ScoreOfferLine({ questionnaireId }: { questionnaireId: string | null }) {
  const { queries } = useWorkspace();
  const offer = useQuery(queries.library.scoreOffer({ questionnaireId })).data;
  return offer ? <Offer offer={offer} /> : null;
}

function Offer({ offer }: { offer: ScoreOffer }) {
  const { questionnaireId, path, label, least, most, of } = offer;
  const workspace = useCurrentWorkspace();
  const { api } = useWorkspace();
  const accept = useMutation({ mutationFn: api.library.describe, meta: SHOW_ERROR_IN_SHELL });
  const decline = useMutation({ mutationFn: api.library.declineScore, meta: SHOW_ERROR_IN_SHELL });
  const field = { path, label, smallest: 0, largest: of, better: null, headline: true } as const;
  const show = () =>
    accept.mutate(
      { questionnaireId, path, field: { ...field, cover: 'covered' } },
      {
        onSuccess: (snapshot) =>
          showUndoToast({
            workspaceId: workspace.id,
            title: `${label} is shown as the score`,
            undo: () => api.library.restore({ snapshots: [snapshot] }),
          }),
      },
    );
  const onDeclined = () =>
    showUndoToast({
      workspaceId: workspace.id,
      title: `${label} isn't offered as the score again`,
      undo: () => api.library.declineScore({ questionnaireId, isDeclined: false }),
    });
  return (
    <Group component="section" aria-label="Score" gap={8} flex="none" className={classes['offer']}>
      <span>
        Show{' '}
        <strong className={classes['offered']} dir="auto">
          {label}
        </strong>{' '}
        ({formatNumber(least)} to {formatNumber(most)} so far) as the score?
      </span>
      <Button size="compact-sm" variant="default" loading={accept.isPending} onClick={show}>
        Yes, out of {formatNumber(of)}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => openDescribeField(workspace, { questionnaireId, path, label, isScore: true })}
      >
        Another field
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={decline.isPending}
        onClick={() => decline.mutate({ questionnaireId, isDeclined: true }, { onSuccess: onDeclined })}
      >
        No
      </Button>
    </Group>
  );
}
