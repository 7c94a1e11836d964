import { IMPORT_FIELDS, type ImportField } from '../../../../shared/import-problems.ts';
import type { LibraryKind } from '../../../../shared/library.ts';
import type { ColumnMapping } from './match-headers.ts';

/** A row's text for each field. */
export type RowValues = Readonly<Record<ImportField, string>>;

/** Fields whose values the Library names; they can also have one value for all rows. */
export const LIBRARY_FIELDS: Readonly<Partial<Record<ImportField, LibraryKind>>> = {
  jobDescriptionId: 'job_description',
  questionnaireTemplateId: 'questionnaire',
};

/** Makes one value per field. */
export function mapFields<Value>(make: (field: ImportField) => Value): Record<ImportField, Value> {
  return {
    candidateName: make('candidateName'),
    phoneNumber: make('phoneNumber'),
    resumeUrl: make('resumeUrl'),
    jobDescriptionId: make('jobDescriptionId'),
    questionnaireTemplateId: make('questionnaireTemplateId'),
    noticeOn: make('noticeOn'),
  };
}

/** The fields of a file: the day of notice only where the workspace asks for it. */
export function fieldsAsked(noticeAsked: boolean): readonly ImportField[] {
  return noticeAsked ? IMPORT_FIELDS : IMPORT_FIELDS.filter((field) => field !== 'noticeOn');
}

/** The mapping to read rows by: without the day of notice where nobody asks for it, so that no cell of it is wrong. */
export function mappingAsked(mapping: ColumnMapping, noticeAsked: boolean): ColumnMapping {
  return noticeAsked ? mapping : { ...mapping, noticeOn: { from: 'nowhere' } };
}

/** The fields that have a column in the review: those without one value for all rows. */
export function fieldsOfRows(mapping: ColumnMapping): readonly ImportField[] {
  return IMPORT_FIELDS.filter((field) => {
    const { from } = mapping[field];
    return field === 'noticeOn' ? from === 'columns' || from === 'several' : from !== 'constant';
  });
}
