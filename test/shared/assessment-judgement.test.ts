import { describe, expect, it } from 'vitest';
import { assessmentHtml } from '../../electron/reports/assessment-html.ts';
import { candidateReport } from '../../electron/reports/candidate-report.ts';
import { comparisonCsv, comparisonReport } from '../../electron/reports/comparison-report.ts';
import { ReportWords } from '../../electron/reports/report-words.ts';
import { compare } from '../../shared/comparison.ts';
import { headlineOf } from '../../shared/described-field.ts';
import { sampleDetail } from '../electron/reports/sample-detail.ts';
import { numbersIn, ODD_ASSESSMENTS, sentText } from './odd-assessments.ts';
import { pinnableFields } from './pinnable-fields.ts';

const SETTING = { now: Date.UTC(2026, 9, 22), workspaceName: 'Acme', locale: 'en-GB', timeZone: 'UTC' };
const JUDGEMENT = /\bbest\b|on average|guessed|class="(?:best|fill|track)"/;

function details(one: Parameters<typeof sentText>[0], other: typeof one) {
  return [one, other].map((assessmentResults, place) =>
    sampleDetail({ assessmentResults, headline: null, candidateName: `Candidate ${'AB'[place]}` }),
  );
}

it('covers many odd shapes', () => {
  expect(ODD_ASSESSMENTS.length).toBeGreaterThanOrEqual(60);
});

describe.each(ODD_ASSESSMENTS)('%s gets no judgement of its own making', (_, one, other) => {
  it('in a comparison: nobody is best, and nothing has a scale', () => {
    const { sections } = compare(details(one, other));
    for (const row of sections.flatMap(({ rows }) => rows)) {
      expect(row.best).not.toContain(true);
      expect(row.described).toEqual([null, null]);
      expect(row.values.map((value) => value?.kind)).not.toContain('score');
    }
  });

  it('as a headline', () => {
    expect(headlineOf(one, [])).toBeNull();
    expect(headlineOf(other, [])).toBeNull();
  });

  it('in a report, which has exactly the numbers that were sent', () => {
    for (const results of [one, other]) {
      const { markup: text } = assessmentHtml(results, [], new ReportWords(SETTING));
      expect(text).not.toMatch(JUDGEMENT);
      const shown = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&[^;]+;/g, ' ');
      const sent = new Set(numbersIn(sentText(results)));
      // Entries without a name are numbered.
      const places = new Set(['1', '2', '3']);
      for (const number of numbersIn(shown))
        expect(sent.has(number) || places.has(number), number).toBe(true);
      for (const { path, value } of pinnableFields(results))
        if (typeof value === 'number') expect(shown, path).toContain(String(value));
    }
  });

  it('in printed reports and exported files', () => {
    const both = details(one, other);
    for (const each of both)
      expect(candidateReport(each, SETTING).html).not.toMatch(/class="(?:best|fill)"|on average/);
    const { html } = comparisonReport(both, SETTING);
    expect(html).not.toMatch(/class="(?:best|fill)"|▲|on average/);
    const lines = comparisonCsv(both).trim().split('\r\n').slice(1);
    for (const line of lines) expect(line).toMatch(/,$/);
  });
});
