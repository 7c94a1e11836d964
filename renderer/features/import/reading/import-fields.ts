import type { ImportField } from '../../../../shared/import-problems.ts';
import type { LibraryKind } from '../../../../shared/library.ts';

/** What one row says for each field, as it stands in the file. */
export type RowValues = Readonly<Record<ImportField, string>>;

/** Fields the Library has names for; one entry may also hold for every row. */
export const LIBRARY_FIELDS: Readonly<Partial<Record<ImportField, LibraryKind>>> = {
  jobDescriptionId: 'job_description',
  questionnaireTemplateId: 'questionnaire',
};

/** One value per field. */
export function eachField<Value>(make: (field: ImportField) => Value): Record<ImportField, Value> {
  return {
    candidateName: make('candidateName'),
    phoneNumber: make('phoneNumber'),
    resumeUrl: make('resumeUrl'),
    jobDescriptionId: make('jobDescriptionId'),
    questionnaireTemplateId: make('questionnaireTemplateId'),
  };
}
