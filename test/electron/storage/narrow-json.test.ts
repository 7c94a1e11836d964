import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { narrowJson } from '../../../electron/storage/tracked/narrow-json.ts';

const NAMES = [
  'Carol Thompson',
  'María Öztürk',
  'Željko Weiß',
  'Дарья Иванова',
  '王小明',
  'अनिता',
  '👩‍🚀',
  'a\\u0160"b',
];

describe('narrowJson', () => {
  it('says the same as any other JSON', () => {
    expect(JSON.parse(narrowJson(NAMES))).toEqual(NAMES);
    for (const name of NAMES) expect(JSON.parse(narrowJson([name, null, 3.5]))).toEqual([name, null, 3.5]);
  });

  it('takes a byte for each character, on its way to another thread, too', () => {
    const json = narrowJson(NAMES);
    expect(serialize(json).length).toBeLessThan(json.length + 16);
    expect(serialize(JSON.stringify(NAMES)).length).toBeGreaterThan(2 * JSON.stringify(NAMES).length);
  });
});
