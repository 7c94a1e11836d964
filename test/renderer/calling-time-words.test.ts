import { describe, expect, test } from 'vitest';
import { callingTimeWords, matchingTimeZones, timeZoneOptions } from '../../renderer/parts/send-later.ts';
import { cityOf, clockIn } from '../../shared/time-zone-names.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const NINE_IN_LOS_ANGELES = Date.parse('2026-11-18T17:00:00Z');
const time = (at: number, timeZone: string) => clockIn(timeZone, at, at);
const words = (at: number, timeZones: string[], notBefore: number | null = null) =>
  callingTimeWords({ at, timeZones, candidateTimeZones: timeZones, held: true }, notBefore, NOW);

describe('the calling time', () => {
  test('is given in local time there and here', () => {
    const told = words(NINE_IN_LOS_ANGELES, ['America/Los_Angeles']);
    expect(told).toContain(`In Los Angeles it is ${time(NOW, 'America/Los_Angeles')} now. It goes out`);
    expect(told).toContain(`${time(NINE_IN_LOS_ANGELES, 'America/Los_Angeles')} there.`);
  });

  test('is given once if the local time is the same', () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(words(NINE_IN_LOS_ANGELES, [own])).not.toContain('your time');
  });

  test('is now, or the chosen time, within the hours', () => {
    expect(words(NOW, ['Europe/Berlin'])).toContain('That is within the calling hours.');
    const later = NOW + 3_600_000;
    expect(words(later, ['Europe/Berlin'], later)).toContain('The time chosen is within');
  });

  test('names some of the places where a number may be', () => {
    const zones = ['Australia/Adelaide', 'Australia/Brisbane', 'Australia/Perth', 'Australia/Sydney'];
    expect(words(NINE_IN_LOS_ANGELES, zones)).toContain('in Adelaide, Brisbane or 2 other time zones');
    expect(words(NINE_IN_LOS_ANGELES, zones.slice(0, 2))).toContain('in Adelaide or Brisbane:');
  });
});

describe('time zone options', () => {
  const options = timeZoneOptions(['Asia/Calcutta'], NOW);
  const found = (typed: string) => matchingTimeZones(options, typed).map(({ value }) => value);

  test('are all time zones that this computer knows, and UTC, each once', () => {
    const names = options.map(({ value }) => value);
    expect(names.length).toBeGreaterThan(300);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('UTC');
  });

  test('are found by city, region and exact offset', () => {
    expect(found('los ang')).toEqual(['America/Los_Angeles']);
    expect(found('europe ber')).toContain('Europe/Berlin');
    expect(found('gmt+1')).toContain('Europe/Berlin');
    expect(found('gmt+1')).not.toContain('Australia/Brisbane');
  });

  test('have current names', () => {
    expect(cityOf('Asia/Calcutta')).toBe('Kolkata');
    expect(found('kolkata')).toContain('Asia/Calcutta');
    expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  });
});
