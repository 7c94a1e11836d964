import type { LibraryLabel } from './library.ts';

/** The questionnaire of the sample candidates. */
export const PRACTICE_QUESTIONNAIRE = 'practice-screening';

/** The job description of the sample candidates. */
export const PRACTICE_JOB = '5a3c1e00-7b1d-4c55-9a0e-2f6d8c9b0a11';

/** What the Library of a new practice workspace has. The practice service takes any ID. */
export const PRACTICE_LIBRARY: readonly LibraryLabel[] = [
  job(PRACTICE_JOB, 'Customer support agent'),
  job('8d0f6b52-3c1e-4b7a-9f64-1b7c5e2a9d30', 'Field technician'),
  job('c27e9a14-6f35-4d08-8a92-70d4b1e6f583', 'Sales assistant'),
  {
    ...label('questionnaire', PRACTICE_QUESTIONNAIRE, 'Practice screening'),
    fields: [
      {
        path: '/overall_score',
        label: 'Overall score',
        ...{ smallest: 0, largest: 100, better: 'higher', headline: true, cover: 'covered' },
      },
    ],
  },
];

function job(serviceId: string, name: string): LibraryLabel {
  return { ...label('job_description', serviceId, name), defaultQuestionnaireId: PRACTICE_QUESTIONNAIRE };
}

function label(kind: LibraryLabel['kind'], serviceId: string, name: string): LibraryLabel {
  return { kind, serviceId, name, note: '', defaultQuestionnaireId: null, archived: false, fields: [] };
}
