import { Button } from '@mantine/core';
import type { ImportField } from '../../../shared/import-problems.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { useSaveSample } from '../../api/import.ts';
import { useRules } from '../../api/rules.ts';
import { showSavedFile } from '../../parts/export/show-saved-file.tsx';
import { Section } from '../../parts/section/section.tsx';
import classes from './expected-columns.module.css';
import { fieldsAsked } from './reading/import-fields.ts';

const WHAT: Readonly<Record<ImportField, { readonly words: string; readonly example: string }>> = {
  candidateName: { words: 'First and last name, in one column or two', example: 'Maria González' },
  phoneNumber: {
    words: 'With the country code, or choose the country for numbers without one',
    example: '+49 1511 2345678',
  },
  resumeUrl: {
    words: 'A full link, or a cell that links to it',
    example: 'https://example.com/resumes/maria.pdf',
  },
  jobDescriptionId: {
    words: 'Its name in the Library or its ID, or one for all rows',
    example: 'Backend engineer',
  },
  questionnaireTemplateId: {
    words: 'Its name in the Library or its ID, or one for all rows',
    example: 'general-screening',
  },
  noticeOn: {
    words: 'The day on which the candidate was told of the call, or one for all rows',
    example: '2026-11-24',
  },
};

/** Lists the columns that an import reads. */
export function ExpectedColumns() {
  const noticeAsked = useRules().data?.notice.asked ?? false;
  return (
    <Section title="Expected columns" aside={<SampleButton noticeAsked={noticeAsked} />}>
      <p className={classes['lead']}>
        Columns can have any order and any name. Callboard recognises the usual names in 25 languages. Other
        columns can become notes and tags.
      </p>
      <table className={classes['table']}>
        <thead className={classes['head']}>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Contents</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {fieldsAsked(noticeAsked).map((field) => (
            <tr key={field}>
              <th scope="row" className={classes['column']}>
                {FIELD_LABELS[field]}
              </th>
              <td>{WHAT[field].words}</td>
              <td className={classes['example']}>{WHAT[field].example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function SampleButton({ noticeAsked }: { noticeAsked: boolean }) {
  const save = useSaveSample();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={save.isPending}
      onClick={() =>
        save.mutate(noticeAsked, {
          onSuccess: ({ path }) => {
            if (path !== null) showSavedFile({ title: 'Sample file saved', path });
          },
        })
      }
    >
      Save a sample file
    </Button>
  );
}
