import { useMutation, useQuery } from '@tanstack/react-query';
import type { LibraryEntryInput, LibraryKind } from '../../shared/library.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The recruiter's own labels, both kinds. */
export function useLibrary() {
  return useQuery({ queryKey: queryKeys.library, queryFn: () => api.library.list({}) });
}

/** Adds an entry or changes the one with the same id. */
export function useSaveLibraryEntry() {
  return useMutation({ mutationFn: (entry: LibraryEntryInput) => api.library.save(entry) });
}

/** Takes an entry out of the Library; requests made with it keep their id. */
export function useRemoveLibraryEntry() {
  return useMutation({
    mutationFn: (entry: { kind: LibraryKind; serviceId: string }) => api.library.remove(entry),
  });
}
