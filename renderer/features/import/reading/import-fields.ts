import type { LibraryKind } from '../../../../shared/library.ts';
import type { SubmissionFields } from '../../../../shared/submission.ts';

/** The five fields of a submission, in the order they are shown. */
export const IMPORT_FIELDS = [
  'candidateName',
  'phoneNumber',
  'resumeUrl',
  'jobDescriptionId',
  'questionnaireTemplateId',
] as const satisfies readonly (keyof SubmissionFields)[];
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What one row says for each field, as it stands in the file. */
export type RowValues = Readonly<Record<ImportField, string>>;

/** The fields as New request calls them. */
export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  candidateName: 'Candidate name',
  phoneNumber: 'Phone number',
  resumeUrl: 'Resume link',
  jobDescriptionId: 'Job description',
  questionnaireTemplateId: 'Questionnaire',
};

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
