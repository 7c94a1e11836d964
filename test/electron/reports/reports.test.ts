import { describe, expect, test } from 'vitest';
import { candidateReport } from '../../../electron/reports/candidate-report.ts';
import { comparisonCsv, comparisonReport } from '../../../electron/reports/comparison-report.ts';
import type { Json, RequestDetail } from '../../../shared/request.ts';
import { sampleDetail } from './sample-detail.ts';

const SETTING = {
  now: Date.UTC(2026, 10, 21, 12),
  workspaceName: 'Northwind',
  locale: 'en-GB',
  timeZone: 'Europe/Berlin',
};

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>'</style><style>*{display:none}`;

/** A request with markup in every untrusted text. */
function hostileDetail(): RequestDetail {
  const results: Json = {
    [HOSTILE]: HOSTILE,
    [`score ${HOSTILE}`]: 4,
    list: [HOSTILE, HOSTILE],
    link: `https://example.com/"onmouseover="alert(1)`,
    insecure: 'javascript:alert(1)',
    grade: HOSTILE,
    questions: [
      { question: HOSTILE, answer: HOSTILE, score: 3 },
      { question: 'b', answer: HOSTILE, score: 4 },
    ],
    group: { [HOSTILE]: { [HOSTILE]: HOSTILE, b: { c: HOSTILE } } },
    turns: [{ speaker: HOSTILE, text: HOSTILE, time: HOSTILE }],
  };
  return sampleDetail({
    requestId: HOSTILE,
    candidateName: HOSTILE,
    phoneNumber: HOSTILE,
    jobDescriptionId: HOSTILE,
    jobName: HOSTILE,
    questionnaireTemplateId: HOSTILE,
    questionnaireName: HOSTILE,
    status: HOSTILE,
    lastCallStatus: HOSTILE,
    headline: HOSTILE,
    tags: [HOSTILE],
    problem: { code: 'unreadable', reason: HOSTILE },
    resumeUrl: HOSTILE,
    notes: HOSTILE,
    screeningCalls: [{ id: HOSTILE, timestamp: HOSTILE, durationMinutes: 3, status: HOSTILE }],
    assessmentResults: results,
  });
}

/** The tags of a page, outside its own style element. */
function tagsOf(page: string): readonly string[] {
  const ownStyle = /<style>[^<]*<\/style>/.exec(page)?.[0] ?? '';
  return page.replace(ownStyle, '').match(/<[^>]*>/g) ?? [];
}

describe.each([
  ['a candidate', () => candidateReport(hostileDetail(), { ...SETTING, workspaceName: HOSTILE })],
  [
    'a comparison',
    () => comparisonReport([hostileDetail(), hostileDetail()], { ...SETTING, workspaceName: HOSTILE }),
  ],
])('a report of %s', (_, make) => {
  test('shows hostile text as text, which adds no tag, attribute or style', () => {
    const { html, footer } = make();
    for (const tag of [...tagsOf(html), ...tagsOf(footer)]) {
      expect(tag).not.toMatch(/^<\/?(?:script|img|iframe|object|embed|link|base|form|svg)\b/i);
      expect(tag.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\son\w+/i);
      expect(tag).not.toMatch(/javascript:/i);
    }
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)');
  });

  test('loads no external resources, and forbids them by a Content Security Policy', () => {
    const { html } = make();
    expect(html).toContain(`content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`);
    expect(html.match(/<style>[^<]*/)?.[0]).not.toMatch(/url\(|@import/i);
    for (const tag of tagsOf(html)) {
      expect(tag.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\s(?:src|srcset|background|data)=/i);
    }
  });
});

test('a report has the submission, status, calls and results, and the recruiter’s verdict, tags and notes', () => {
  const { html, footer, landscape } = candidateReport(
    sampleDetail({ verdict: 'maybe', tags: ['nights'], notes: 'Call again\non Monday' }),
    SETTING,
  );
  for (const words of [
    'Ada Lovelace',
    '+1 202 555 0143',
    'https://resumes.example.com/1.pdf',
    'General',
    'Assessed',
    'Completed',
    '87 of 100',
    'Maybe',
    'nights',
    'Call again\non Monday',
    '21 Oct 2026, 10:00 CEST',
    '12 min',
    'Overall score',
    'English',
  ]) {
    expect(html).toContain(words);
  }
  expect(footer).toContain('21 Nov 2026, 13:00 CET');
  expect(footer).toContain('class="pageNumber"');
  expect(landscape).toBe(false);
});

test('a report of somebody who was never reached says so, and is not green', () => {
  const unreached = { outcome: 'not_reached', tries: 2, headline: null } as const;
  const { html } = candidateReport(sampleDetail(unreached), SETTING);
  expect(html).toContain('<span class="badge wait" dir="auto">Not reached (2 tries)</span>');
  expect(html).not.toContain('badge good');
});

test('a report links only https addresses', () => {
  const { html } = candidateReport(
    sampleDetail({ assessmentResults: { a: 'http://plain.example/x', b: 'https://sealed.example/x' } }),
    SETTING,
  );
  expect(html).toContain('href="https://sealed.example/x"');
  expect(html).not.toContain('href="http://');
});

test('names keep their own text direction', () => {
  const { html, footer } = candidateReport(sampleDetail({ candidateName: 'فاطمة الزهراء' }), SETTING);
  expect(html).toContain('<h1 dir="auto">فاطمة الزهراء</h1>');
  expect(footer).toMatch(/<bdi[^>]*>فاطمة الزهراء<\/bdi>/);
});

test('a very wide result is truncated with a note, and a very deep one is printed without an error', () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`f${place}`, place]));
  let deep: Json = 1;
  for (let depth = 0; depth < 5000; depth += 1) deep = { a: deep, b: [deep] };
  const { html } = candidateReport(sampleDetail({ assessmentResults: { wide, deep } }), SETTING);
  expect(html).toContain('and 19,800 more');
  expect(html.length).toBeLessThan(2_000_000);
});

test('calls have the numbers of the page, which shows them in the order of their times', () => {
  const call = (id: string, timestamp: string | null) => ({
    id,
    timestamp,
    durationMinutes: 95,
    status: null,
  });
  const screeningCalls = [
    call('third', null),
    call('second', '2026-10-22T08:00:00Z'),
    call('first', '2026-10-21T08:00:00Z'),
  ];
  const { html } = candidateReport(sampleDetail({ screeningCalls }), SETTING);
  const rows = [...html.matchAll(/<tr><td>(\d+)<\/td>.*?<td>([^<]*min)<\/td>.*?class="mono">(\w+)</g)];
  expect(rows.map(([, number, length, id]) => [number, length, id])).toEqual([
    ['1', '1 h 35 min', 'first'],
    ['2', '1 h 35 min', 'second'],
    ['3', '1 h 35 min', 'third'],
  ]);
});

test('a very long text and very many calls are truncated with a note', () => {
  const { html } = candidateReport(
    sampleDetail({
      assessmentResults: { transcript: '<'.repeat(7_000_000) },
      screeningCalls: Array.from({ length: 60_000 }, () => ({
        id: null,
        timestamp: null,
        status: 'COMPLETED',
        durationMinutes: null,
      })),
    }),
    SETTING,
  );
  expect(html.length).toBeLessThan(500_000);
  expect(html).toContain('more inside; open it in the app');
  expect(html).toContain('59,800 earlier calls; see them in the app');
});

const OVERALL: RequestDetail['described'] = [
  {
    ...{ path: '/overall_score', label: 'Overall', smallest: 0, largest: 100 },
    ...{ better: 'higher', headline: true, cover: 'covered' },
  },
];

test('a comparison has a column per candidate, marks differences and labels the best', () => {
  const people = [70, 90].map((score, place) =>
    sampleDetail({
      candidateName: `Person ${place}`,
      assessmentResults: { overall_score: score, city: 'Ulm' },
      described: OVERALL,
    }),
  );
  const { html, landscape } = comparisonReport(people, SETTING);
  const row = (label: string) =>
    html.split('<tr').find((each) => each.includes(`>${label}</span></th>`)) ?? '';
  expect(row('Overall score')).toMatch(/class="differs".*70.*90.*best/s);
  expect(row('Overall score').match(/best<\/span>/g)).toHaveLength(1);
  expect(row('Overall score').match(/0 to 100, higher is better/g)).toHaveLength(2);
  expect(row('City')).not.toContain('differs');
  expect(landscape).toBe(false);
});

test('a right-to-left field name does not change the direction of its row', () => {
  const people = [4, 5].map((score) => sampleDetail({ assessmentResults: { مهارات: score } }));
  expect(comparisonReport(people, SETTING).html).toContain(
    '<th scope="row"><span class="label" dir="auto">مهارات</span></th>',
  );
});

test('a comparison of three candidates is in landscape', () => {
  expect(
    comparisonReport(
      [1, 2, 3].map(() => sampleDetail()),
      SETTING,
    ).landscape,
  ).toBe(true);
});

test('a comparison as CSV has a column per candidate, with formulas neutralised', () => {
  const csv = comparisonCsv([
    sampleDetail({
      candidateName: '=1+1',
      assessmentResults: { overall_score: 70, skills: { go: 'no' } },
      described: OVERALL,
    }),
    sampleDetail({ candidateName: 'Ada', assessmentResults: { overall_score: 90 }, described: OVERALL }),
  ]);
  const lines = csv.split('\r\n');
  expect(lines[0]).toBe("\uFEFFGroup,Field,'=1+1,Ada,Differs,Best");
  expect(lines).toContain(',Phone,+12025550143,+12025550143,,');
  expect(lines).toContain('Assessment results,Overall score,70,90,yes,Ada');
  expect(lines).toContain('Skills,Go,no,,yes,');
});
