import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import type { OpenImport } from './import-state.ts';
import { columnNames } from './reading/source-rows.ts';

const KINDS: Readonly<Record<ImportField, string>> = {
  candidateName: "the candidate's name",
  phoneNumber: "the candidate's phone number",
  resumeUrl: 'the resume link',
  jobDescriptionId: 'the job description',
  questionnaireTemplateId: 'the questionnaire',
  noticeOn: 'the day of notice',
};

/** Lists the columns that could be the same field. The user chooses, because the wrong column calls the wrong person. */
export function SeveralColumns({ open: { source, mapping } }: { open: OpenImport }) {
  const unclear = IMPORT_FIELDS.flatMap((field) => {
    const from = mapping[field];
    return from.from === 'several' ? [{ field, columns: from.columns }] : [];
  });
  if (unclear.length === 0) return null;
  const names = columnNames(source);
  return (
    <Notice tone="warning" title="Several columns could be the same field. Choose the right one.">
      {unclear.map(({ field, columns }) => (
        <p key={field}>
          <span dir="auto">{columns.map((column) => `“${names[column]}”`).join(', ')}</span> could each be{' '}
          {KINDS[field]}.
        </p>
      ))}
    </Notice>
  );
}
