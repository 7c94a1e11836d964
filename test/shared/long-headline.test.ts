import { expect, it } from 'vitest';
import { type DescribedField, headlineOf } from '../../shared/described-field.ts';

const LONG: DescribedField = {
  path: '/score',
  label: 'Overall communication and interpersonal effectiveness in multicultural teams',
  smallest: 1,
  largest: 100,
  better: 'higher',
  headline: true,
  cover: 'covered',
};

it('a long label is cut rather than the number and its scale', () => {
  const headline = headlineOf({ score: 35 }, [LONG])?.text ?? '';
  expect(headline).toMatch(/^Overall communication and.*…: 35 \(1 to 100, higher is better\)$/);
  expect([...headline].length).toBeLessThanOrEqual(80);
});

it('a long value is cut at its end if cutting the label is not enough', () => {
  const headline = headlineOf({ score: 'word '.repeat(100) }, [LONG])?.text ?? '';
  expect(headline).toMatch(/^Overall communication and.*…$/);
  expect([...headline].length).toBe(80);
});
