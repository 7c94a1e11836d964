import { Button } from '@mantine/core';
import type { LibraryEntry } from '../../../shared/library.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { editLibraryEntry } from './open-library-entry.tsx';

/** Opens a questionnaire's entry, where its results are described. */
export function DescribeButton({ entry }: { entry: LibraryEntry }) {
  const workspace = useCurrentWorkspace();
  return (
    <Button
      size="compact-xs"
      variant="default"
      tabIndex={useRowTabIndex()}
      aria-label={`Describe the results of ${entry.name || entry.serviceId}`}
      onClick={() => editLibraryEntry(workspace, entry)}
    >
      Describe
    </Button>
  );
}
