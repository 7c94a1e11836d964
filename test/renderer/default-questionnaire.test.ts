import { describe, expect, it } from 'vitest';
import { questionnaireFor } from '../../renderer/parts/matching.ts';
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
  it('fills in its questionnaire if the field is empty', () => {
    expect(chosen('sales', '', '')).toBe('q-sales');
  });

  it('replaces the default of the previous job, even with other input in between', () => {
    expect(chosen('support', 'sales', 'q-sales')).toBe('q-support');
    expect(chosen('support', 'supp', 'q-sales', 'q-sales')).toBe('q-support');
  });

  it('keeps a questionnaire that the user chose', () => {
    expect(chosen('support', 'sales', 'q-mine')).toBeUndefined();
    expect(chosen('support', 'sales', 'q-mine', 'q-sales')).toBeUndefined();
  });

  it('without a default questionnaire changes nothing', () => {
    expect(chosen('other', 'sales', 'q-sales')).toBeUndefined();
    expect(chosen('unknown', '', '')).toBeUndefined();
  });
});
