import { z } from 'zod';
import { LIBRARY_KINDS, type LibraryEntry, libraryEntryInput } from '../../library.ts';
import { call, id } from '../call.ts';

export const library = {
  list: call(z.object({ kind: z.enum(LIBRARY_KINDS).optional() })).answers<readonly LibraryEntry[]>(),
  save: call(libraryEntryInput).answers<LibraryEntry>(),
  remove: call(z.object({ kind: z.enum(LIBRARY_KINDS), serviceId: id })).answers<null>(),
};
