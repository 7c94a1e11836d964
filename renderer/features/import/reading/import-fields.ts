import type { ImportField } from '../../../../shared/import-problems.ts';
import type { LibraryKind } from '../../../../shared/library.ts';

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
  };
}
