import { useMutation, useQuery } from '@tanstack/react-query';
import type { DescribedField } from '../../shared/described-field.ts';
import type { FieldExamples } from '../../shared/field-examples.ts';
import type { LibraryEntryInput, LibraryKey, LibraryLabel, LibrarySnapshot } from '../../shared/library.ts';
import type { LibraryFileFormat } from '../../shared/library-file.ts';
import type { WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';

/** All Library entries of both kinds, including archived ones. */
export function useLibrary() {
  return useQuery(useWorkspace().queries.library.list());
}

export function useLibraryUsage() {
  return useQuery(useWorkspace().queries.library.usage());
}

/** Adds an entry or replaces the one with the same ID. */
export function useSaveLibraryEntry(meta: Record<string, unknown> = {}) {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: (entry: LibraryEntryInput) => api.library.save(entry), meta });
}

/** Describes a pinned field of a questionnaire's results, or removes the description (null); returns the previous entry for undo. */
export function useDescribeField() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (described: {
      readonly questionnaireId: string;
      readonly path: string;
      readonly field: DescribedField | null;
    }) => api.library.describe(described),
  });
}

/** What the newest answers to a questionnaire had in its fields. Forgotten with the dialog that shows it. */
export function useAnswerExamples(questionnaireId: string) {
  const { queries } = useWorkspace();
  return useQuery({ ...queries.library.examples({ questionnaireId }), gcTime: 0 });
}

/** A field of an answer that can be a column. */
export interface SeenField {
  readonly pin: NonNullable<FieldExamples['pin']>;
}

/** Describes a field of a questionnaire's answers by its name alone, without a scale, and pins it; returns the previous entry. */
export function useAddSeenField(questionnaireId: string) {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: async (pin: SeenField['pin']) => {
      const { path, label } = pin;
      const snapshot = await api.library.describe({ questionnaireId, path, field: { path, label } });
      await api.pins.pin(pin);
      return snapshot;
    },
  });
}

/** Restores the entry from before a field was added, and unpins the field (null: it was pinned before). */
export async function undoAddedField(
  { api }: WorkspaceAccess,
  before: LibrarySnapshot,
  pinnedPath: string | null,
): Promise<void> {
  await api.library.restore({ snapshots: [before] });
  if (pinnedPath !== null) await api.pins.unpin({ path: pinnedPath });
}

/** Merges entries from a file, all or none; returns the previous entries for undo. */
export function useMergeLibrary() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: (entries: LibraryLabel[]) => api.library.merge({ entries }) });
}

/** Removes an entry from the Library; requests that use it keep its ID. */
export function removeLibraryEntry(
  { api }: WorkspaceAccess,
  { kind, serviceId }: LibraryKey,
): Promise<LibrarySnapshot> {
  return api.library.remove({ kind, serviceId });
}

export function restoreLibrary(
  { api }: WorkspaceAccess,
  snapshots: readonly LibrarySnapshot[],
): Promise<null> {
  return api.library.restore({ snapshots: [...snapshots] });
}

export function useExportLibrary() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (format: LibraryFileFormat) => api.library.exportFile({ format }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
