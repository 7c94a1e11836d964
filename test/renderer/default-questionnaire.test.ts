import { describe, expect, it } from 'vitest';
import { questionnaireFor } from '../../renderer/parts/library-field/default-questionnaire.ts';
import type { LibraryEntry } from '../../shared/library.ts';

function job(serviceId: string, defaultQuestionnaireId: string | null): LibraryEntry {
  return {
    kind: 'job_description',
    serviceId,
    name: serviceId,
    note: '',
    defaultQuestionnaireId,
    archived: false,
    fields: [],
    lastUsedAt: null,
  };
}

const LIBRARY = [job('sales', 'q-sales'), job('support', 'q-support'), job('other', null)];

function chosen(to: string, job: string, questionnaire: string, filledIn: string | null = null) {
  return questionnaireFor(LIBRARY, to, { job, questionnaire }, filledIn);
}

describe('choosing a job', () => {
  it('fills its default questionnaire into an empty field', () => {
    expect(chosen('sales', '', '')).toBe('q-sales');
  });

  it('replaces the default of the previous job, even if a partial job ID was typed in between', () => {
    expect(chosen('support', 'sales', 'q-sales')).toBe('q-support');
    expect(chosen('support', 'supp', 'q-sales', 'q-sales')).toBe('q-support');
  });

  it('keeps a questionnaire that the person chose', () => {
    expect(chosen('support', 'sales', 'q-mine')).toBeUndefined();
    expect(chosen('support', 'sales', 'q-mine', 'q-sales')).toBeUndefined();
  });

  it('changes nothing if the job has no default questionnaire', () => {
    expect(chosen('other', 'sales', 'q-sales')).toBeUndefined();
    expect(chosen('unknown', '', '')).toBeUndefined();
  });
});
