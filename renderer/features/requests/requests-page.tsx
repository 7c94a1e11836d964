import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Page } from '../../parts/page/page.tsx';
import { RequestsList } from './requests-list.tsx';
import classes from './requests-page.module.css';
import { useRequestList } from './use-request-list.ts';

/** From this width of the window there is room for a request beside the list. */
const WIDE = '(min-width: 1396px)';

interface RequestsPageProps {
  /** The request that is open, if any. */
  readonly openRequestId: string | null;
  /** Makes the page of a request: beside the list, or alone where the window is too narrow for both. */
  readonly renderRequest: (requestId: string, beside: boolean) => ReactNode;
}

/** Tracked requests: everything the service accepted, as long as it may be, and the one that is open. */
export function RequestsPage({ openRequestId, renderRequest }: RequestsPageProps) {
  const list = useRequestList(openRequestId);
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const alone = openRequestId !== null && !wide;
  const { place, reveal } = list;
  useEffect(() => {
    if (!alone) return;
    // Coming back, the keyboard is on the request that was open last.
    place.opened = true;
    if (reveal !== undefined) place.active = reveal;
  }, [alone, place, reveal]);
  if (openRequestId !== null && !wide) return renderRequest(openRequestId, false);
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
