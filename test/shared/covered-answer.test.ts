import { expect, test } from 'vitest';
import { valueAt } from '../../shared/assessment-paths.ts';
import { openPart } from '../../shared/covered-answer.ts';
import type { Json } from '../../shared/request.ts';

const RESULTS: Json = {
  answers: [
    { question: 'Why us?', score: 4.37 },
    { question: 'When?', score: 2 },
    { question: 'Where?', score: 5, place: 'Berlin' },
  ],
};

test('an open place of a list is found at its path, without places for what is left out', () => {
  const shown = openPart(RESULTS, ['/answers/2/place']);
  expect(shown).toEqual({ answers: { 2: { place: 'Berlin' } } });
  expect(valueAt(shown, '/answers/2/place')).toBe('Berlin');
});

test('open entries of a list that are chosen by key and by place are found at their paths', () => {
  const paths = ['/answers/question=When?/score', '/answers/2/place'];
  const shown = openPart(RESULTS, paths);
  expect(paths.map((path) => valueAt(shown, path))).toEqual([2, 'Berlin']);
  expect(JSON.stringify(shown)).not.toMatch(/null|4\.37|5|Why/);
  expect(openPart(RESULTS, ['/answers/question=When?/score'])).toEqual({
    answers: [{ question: 'When?', score: 2 }],
  });
});

test('a place that a list doesn’t reach is nothing', () => {
  expect(openPart(RESULTS, ['/answers/7/place', '/answers/0/place'])).toBeUndefined();
});
