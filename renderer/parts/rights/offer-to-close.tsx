import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { localDay } from '../../../shared/local-day.ts';
import type { RightsRequest } from '../../../shared/rights.ts';
import { RIGHTS_KIND_WORDS } from '../../../shared/words/rights-words.ts';
import { toApiError } from '../../api/api-error.ts';
import { moveRights } from '../../api/rights.ts';
import { openNewRights, type RightsDraft } from '../../routes/rights-draft.ts';
import { hideToast, showToast } from '../toast/show-toast.tsx';
import { formatDay } from './format-day.ts';

/** Long enough to read it and reach for the button. */
const OFFERED_MS = 30_000;
const ID = 'rights-offer';

/** Offers to close the candidate's request for which something was done just now. */
export function offerToClose(request: RightsRequest): void {
  showToast({
    id: ID,
    title: 'Is this request done?',
    message: <CloseRequest request={request} />,
    autoClose: OFFERED_MS,
  });
}

/** Offers to note in the register that a candidate asked for what was done just now. */
export function offerToNote(draft: RightsDraft): void {
  showToast({
    id: ID,
    title: 'Did the candidate ask for this?',
    message: (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          hideToast(ID);
          openNewRights(draft);
        }}
      >
        Note the request
      </Button>
    ),
    autoClose: OFFERED_MS,
  });
}

function CloseRequest({ request }: { request: RightsRequest }) {
  const close = useMutation({
    mutationFn: () => moveRights(request, { state: 'done', closedOn: localDay(Date.now()), refusal: '' }),
    onSuccess: () => showToast({ id: ID, title: 'The request is marked as done' }),
  });
  return (
    <>
      <p style={{ margin: 0 }}>
        {RIGHTS_KIND_WORDS[request.kind]}, received on {formatDay(request.receivedOn)}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        loading={close.isPending}
        onClick={() => close.mutate()}
      >
        Mark as done
      </Button>
      {close.error && <div role="alert">{toApiError(close.error).message}</div>}
    </>
  );
}
