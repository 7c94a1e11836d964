import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../../api/workspace.ts';
import type { ScrollPosition } from '../../parts/grid/scroll-position.ts';
import { submissionPath } from '../../routes/paths.ts';

interface OpenedRow {
  readonly grid: string;
  readonly submissionId: string;
  readonly place: ScrollPosition;
}

/** The submission that was opened last from a grid, by workspace. */
const openedRows = new Map<string, OpenedRow>();

/**
 * Opens the rows of a grid of submissions. Whoever comes back finds the grid where it was and, after {@link returnToOpenedRow}, the
 * keyboard on the row they opened. `first` are the rows that are there at once.
 */
export function useOpenedRow(grid: string, first: readonly { readonly id: string }[]) {
  const { id: workspaceId } = useWorkspace();
  const [, navigate] = useLocation();
  const [place] = useState(() => placeOnReturn(openedRows.get(workspaceId), grid, first));
  const onOpen = ({ id }: { readonly id: string }) => {
    // Whoever leaves by the navigation has not come back for this row.
    place.opened = false;
    openedRows.set(workspaceId, { grid, submissionId: id, place });
    navigate(submissionPath(id));
  };
  return { place, onOpen };
}

/** Call when somebody goes back from a submission: its row gets the focus. */
export function returnToOpenedRow(workspaceId: string, submissionId: string): void {
  const opened = openedRows.get(workspaceId);
  if (opened?.submissionId === submissionId) opened.place.opened = true;
}

function placeOnReturn(
  opened: OpenedRow | undefined,
  grid: string,
  first: readonly { readonly id: string }[],
): ScrollPosition {
  if (opened?.grid !== grid) return { offset: 0, active: 0, opened: false };
  // Meanwhile others may have come or gone above it.
  const moved = first.findIndex(({ id }) => id === opened.submissionId);
  if (moved !== -1) opened.place.active = moved;
  return opened.place;
}
