import { useMutation, useQuery } from '@tanstack/react-query';
import type { DescribedField } from '../../shared/described-field.ts';
import type { LibraryEntryInput, LibraryKey, LibraryLabel, LibrarySnapshot } from '../../shared/library.ts';
import type { LibraryFileFormat } from '../../shared/library-file.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** The recruiter's own labels, both kinds, the archived ones too. */
export function useLibrary() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.library, queryFn: () => api.library.list({}) });
}

/** How often each id was used. */
export function useLibraryUsage() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.libraryUsage, queryFn: () => api.library.usage() });
}

/** Adds an entry or changes the one with the same id. */
export function useSaveLibraryEntry(meta: Record<string, unknown> = {}) {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: (entry: LibraryEntryInput) => api.library.save(entry), meta });
}

/** Describes a pinned field of a questionnaire's results, or takes that away (null); answers the entry before, for undo. */
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

/** Takes entries of a file in, all or none; answers how they were before. */
export function useMergeLibrary() {
  const { api } = useWorkspace();
  return useMutation({ mutationFn: (entries: LibraryLabel[]) => api.library.merge({ entries }) });
}

/** Takes an entry out of the Library; requests made with it keep their id. */
export function removeLibraryEntry(
  { api }: WorkspaceAccess,
  { kind, serviceId }: LibraryKey,
): Promise<LibrarySnapshot> {
  return api.library.remove({ kind, serviceId });
}

/** Puts entries back as they were. */
export function restoreLibrary(
  { api }: WorkspaceAccess,
  snapshots: readonly LibrarySnapshot[],
): Promise<null> {
  return api.library.restore({ snapshots: [...snapshots] });
}

/** Saves the Library to a file of the person's choice. */
export function useExportLibrary() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (format: LibraryFileFormat) => api.library.exportFile({ format }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
