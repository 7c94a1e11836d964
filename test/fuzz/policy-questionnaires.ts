import fc from 'fast-check';
import { expect } from 'vitest';
import type { Policy } from '../../electron/policy/judge-policy.ts';
import { meaningOverlay } from '../../electron/policy/policy-questionnaires.ts';
import type { DescribedField } from '../../shared/described-field.ts';
import { describedFields } from '../../shared/library.ts';
import { jsonText, objectLike } from './hostile.ts';
import { isObject, listOf, plainly } from './policy-texts.ts';

const flag = fc.constantFrom('true', 'false', '"true"', '1', 'null');
const path = fc.constantFrom('"/a"', '"/b"', '"__proto__"', '"constructor"', '""', '1');
const described = objectLike({
  path,
  label: fc.constantFrom('"A"', '" "', '1', `"${'x'.repeat(101)}"`),
  smallest: fc.constantFrom('0', '5', '-1e13', 'null', '"0"'),
  largest: fc.constantFrom('5', '0', '1e308', 'null'),
  better: fc.constantFrom('"higher"', '"lower"', '"both"', 'null'),
  headline: flag,
  cover: fc.constantFrom('"open"', '"covered"', '"Open"', 'true'),
});
const rightField = fc.constantFrom(
  '{"path":"/a","label":"A","cover":"open"}',
  '{"path":"/b","label":"B","smallest":0,"largest":5,"better":"higher","headline":true}',
);
const questionnaireId = fc.constantFrom('"q"', '"r"', '"__proto__"', '"toString"', '""', '7');
/** Questionnaires of a policy: some right, many wrong, in one part or in several. */
export const questionnaires = fc.oneof(
  fc.constantFrom(
    '[{"id":"q","fields":[{"path":"/a","label":"A","cover":"open"}]}]',
    '[{"kind":"questionnaire","id":"r","name":"R","fields":[]}]',
  ),
  listOf(
    plainly({
      id: questionnaireId,
      kind: fc.constantFrom('"questionnaire"', '"job_description"'),
      fields: fc.oneof(listOf(rightField, 3), listOf(described, 3), jsonText),
    }),
    4,
  ),
  listOf(objectLike({ id: questionnaireId, fields: listOf(described, 3) }), 3),
);
const FIELD: DescribedField = {
  ...{ path: '/last', label: 'Last', smallest: null, largest: null, better: null },
  ...{ headline: true, cover: 'covered' },
};
/** What the policy before described. */
const lastMeaning = { q: [FIELD], s: [FIELD] };

/** What is described is what the policy says, field by field; nothing that a person described counts in its place. */
export function expectNoMeaningGuessed({ questionnaires: judged, problems }: Policy, told: unknown): void {
  const { described, locked } = meaningOverlay(judged, lastMeaning);
  const byId = new Map(described.map(({ id, fields }) => [id, fields]));
  expect(byId.size).toBe(described.length);
  expect(locked).toBe(problems.length > 0);
  for (const { id, fields } of described) {
    expect(describedFields.safeParse(fields).success, id).toBe(true);
  }
  const said = isObject(told) && Array.isArray(told['questionnaires']) ? told['questionnaires'] : [];
  const named = said.filter((each) => isObject(each) && each['kind'] !== 'job_description');
  for (const id of ['q', 'r']) {
    const entries = named.filter((each) => each['id'] === id);
    const [only] = entries;
    const fields = byId.get(id);
    if (entries.length === 0 || !Array.isArray(only?.['fields']) || entries.length > 1) {
      const before = id === 'q' && problems.length > 0 ? [FIELD] : undefined;
      expect(fields ?? []).toEqual(before ?? []);
      continue;
    }
    const texts = only['fields'].map((each: unknown) => JSON.stringify(each));
    expect(fields, 'the policy alone says what it means').toBeDefined();
    for (const field of fields ?? []) {
      // Each is there once, and as it was said.
      const own = only['fields'].filter((each) => isObject(each) && each['path'] === field.path);
      expect(texts.filter((text) => own.some((each) => JSON.stringify(each) === text))).toHaveLength(1);
      expect(field).toMatchObject({ label: own[0]['label'], cover: own[0]['cover'] ?? 'covered' });
    }
  }
  const s = byId.get('s');
  expect(s).toEqual(problems.length > 0 ? [FIELD] : undefined);
}
