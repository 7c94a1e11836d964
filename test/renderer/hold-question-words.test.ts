import { describe, expect, test } from 'vitest';
import { questionEnd, questionTitle, questionWords } from '../../renderer/parts/words.ts';
import type { OutboxQuestion } from '../../shared/outbox.ts';
import { clockIn } from '../../shared/time-zone-names.ts';

/** 00:05 in Berlin, 08:05 in Tokyo, 18:05 of the day before in New York. */
const NOW = Date.parse('2026-11-17T23:05:00Z');

function about(...held: OutboxQuestion['held']): OutboxQuestion {
  return { held, shownUntil: NOW };
}

function waiting(timeZone: string, count: number) {
  return { timeZone, count, about: 'earlier_hours' } as const;
}

function there(timeZone: string, city: string): string {
  return `${clockIn(timeZone, NOW, NOW)} in ${city}`;
}

describe('the question about held submissions', () => {
  test('says how many were waiting, and for how many it is night', () => {
    const question = about(waiting('Europe/Berlin', 3), waiting('Asia/Tokyo', 2));
    expect(questionTitle(question)).toBe('5 were waiting for calling hours.');
    expect(questionWords(question, NOW)).toBe(
      `For 3 of them it is night now (${there('Europe/Berlin', 'Berlin')}).`,
    );
  });

  test('names the largest time zone where it is night, not the largest of all', () => {
    const question = about(waiting('Asia/Tokyo', 9), waiting('Europe/Berlin', 2), waiting('Europe/Rome', 1));
    expect(questionWords(question, NOW)).toBe(
      `For 3 of them it is night now (${there('Europe/Berlin', 'Berlin')}).`,
    );
  });

  test('covers night for all, for a single one and for nobody', () => {
    expect(questionWords(about(waiting('Europe/Berlin', 2)), NOW)).toBe(
      `For all of them it is night now (${there('Europe/Berlin', 'Berlin')}).`,
    );
    const alone = about(waiting('Europe/Berlin', 1));
    expect(questionTitle(alone)).toBe('1 was waiting for calling hours.');
    expect(questionWords(alone, NOW)).toBe(`It is night there now (${there('Europe/Berlin', 'Berlin')}).`);
    expect(questionWords(about(waiting('America/New_York', 1)), NOW)).toBe(
      `It is ${there('America/New_York', 'New York')} now, outside the hours that held it.`,
    );
    expect(questionWords(about(waiting('America/New_York', 4)), NOW)).toBe(
      `It is outside those hours for them now (${there('America/New_York', 'New York')}).`,
    );
  });

  test('blames the clock only if a clock change is the only cause', () => {
    const clock = { timeZone: 'Europe/Berlin', count: 2, about: 'clock' } as const;
    expect(questionTitle(about(clock))).toBe(
      "2 were due only because this computer's clock was set forward.",
    );
    const awake = about({ ...clock, timeZone: 'America/New_York' });
    expect(questionWords(awake, NOW)).toBe(
      `By that clock it is ${there('America/New_York', 'New York')} now.`,
    );
    expect(questionEnd(awake)).toMatch(/the time they would have waited has passed/);
    expect(questionTitle(about(clock, waiting('Asia/Tokyo', 1)))).toBe('3 were waiting for calling hours.');
  });
});
