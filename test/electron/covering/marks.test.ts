import { expect, test } from 'vitest';
import { assessmentMaker } from './marked-assessments.ts';
import { marksIn } from './marks.ts';

test('a mark is found however it is written', () => {
  const mark = '881234561';
  for (const written of [
    'Score 881234561',
    '4.881234561',
    '4,881234561',
    '8.81234561e+8',
    '881,234,561',
    '881 234 561',
    '881’234’561',
    '−881234561%',
    '٨٨١٢٣٤٥٦١',
    '٤٫٨٨١٢٣٤٥٦١',
    '८८१२३४५६१',
    '881234561',
    'overall_score_881234561_of_five',
    `${'Talks and talks. '.repeat(200)}So 4.881234561 it is.${' And on.'.repeat(200)}`,
  ]) {
    expect(marksIn(written, [mark]), written).toEqual([mark]);
  }
  expect(marksIn('It has 4.37 of 5', ['4.37'])).toEqual(['4.37']);
  expect(marksIn('ZQW12QZ and 7000001', ['zqw12qz', '7000001'])).toEqual(['zqw12qz', '7000001']);
  for (const other of ['881234562', '14.371', '4.3', '14.37.2', 'zqw121qz', '17000001'])
    expect(marksIn(other, [mark, '4.37', 'zqw12qz', '7000001']), other).toEqual([]);
});

test('every mark of an assessment is found in it as it is sent', () => {
  const make = assessmentMaker(5);
  for (let at = 0; at < 1000; at += 1) {
    const { results, covered } = make();
    expect(marksIn(JSON.stringify(results), covered)).toEqual(covered);
    expect(new Set(covered).size).toBe(covered.length);
  }
});
