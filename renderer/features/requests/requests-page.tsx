import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Page } from '../../parts/page/page.tsx';
import { RequestsList } from './requests-list.tsx';
import classes from './requests-page.module.css';
import { useRequestList } from './use-request-list.ts';

/** The window is wide enough to show a request beside the list. */
const WIDE = '(min-width: 1396px)';

interface RequestsPageProps {
  readonly openRequestId: string | null;
  /** Renders a request: beside the list, or alone in a narrow window. */
  readonly renderRequest: (requestId: string, beside: boolean) => ReactNode;
}

/** The list of tracked requests, and the request that is open. */
export function RequestsPage({ openRequestId, renderRequest }: RequestsPageProps) {
  const list = useRequestList(openRequestId);
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const alone = openRequestId !== null && !wide;
  const { place, reveal } = list;
  useEffect(() => {
    if (!alone) return;
    // On return, the keyboard is on the row of the request that was open last.
    place.opened = true;
    if (reveal !== undefined) place.active = reveal;
  }, [alone, place, reveal]);
  if (alone) return renderRequest(openRequestId, false);
  return (
    <Page title="Requests" layout="fill">
      <div className={classes['split']} data-beside={openRequestId !== null || undefined}>
        <RequestsList list={list} openRequestId={openRequestId} />
        {openRequestId !== null && (
          <div className={classes['pane']}>{renderRequest(openRequestId, true)}</div>
        )}
      </div>
    </Page>
  );
}
