import type { LibraryLabel } from './library.ts';

/** What the JSON form says it is; a reader refuses a newer version. */
export const LIBRARY_FILE_FORMAT = 'callboard-library';
export const LIBRARY_FILE_VERSION = 1;

export const LIBRARY_FILE_FORMATS = ['json', 'csv'] as const;
export type LibraryFileFormat = (typeof LIBRARY_FILE_FORMATS)[number];

/** The column names of the CSV form, and the keys of an entry in the JSON form. In CSV `fields` is JSON, empty for none. */
export const LIBRARY_FILE_FIELDS = [
  'kind',
  'id',
  'name',
  'note',
  'default_questionnaire',
  'archived',
  'fields',
] as const;
export type LibraryFileField = (typeof LIBRARY_FILE_FIELDS)[number];

/** An entry as the file has it. */
export function toLibraryRecord(
  label: LibraryLabel,
): Record<LibraryFileField, LibraryLabel['fields'] | string | boolean | null> {
  return {
    kind: label.kind,
    id: label.serviceId,
    name: label.name,
    note: label.note,
    default_questionnaire: label.defaultQuestionnaireId,
    archived: label.archived,
    fields: label.fields,
  };
}
