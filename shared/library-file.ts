import type { LibraryLabel } from './library.ts';

/** Format marker of the JSON form; a reader refuses a newer version. */
export const LIBRARY_FILE_FORMAT = 'callboard-library';
export const LIBRARY_FILE_VERSION = 1;

export const LIBRARY_FILE_FORMATS = ['json', 'csv'] as const;
export type LibraryFileFormat = (typeof LIBRARY_FILE_FORMATS)[number];

/** Columns of the CSV form and keys of the JSON form. In CSV `fields` is JSON, or empty. */
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

/** An entry as it is written to the file. */
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
