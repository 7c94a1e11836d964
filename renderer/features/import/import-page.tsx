import { Page } from '../../shell/page.tsx';
import { ChooseSource } from './choose-source.tsx';
import { openSource } from './import-state.ts';
import { Review } from './review.tsx';
import { useImport } from './use-review.ts';

/** Submits a whole spreadsheet: choose it, look at every row, queue those that are ready. */
export function ImportPage() {
  const { session, state } = useImport();
  return (
    <Page title="Import" layout={state.open ? 'fill' : 'flow'}>
      {state.open ? (
        <Review open={state.open} sentBefore={state.sentBefore} session={session} />
      ) : (
        <ChooseSource onSource={(source) => session.update((before) => openSource(before, source))} />
      )}
    </Page>
  );
}
