import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const MB = 1024 * 1024;
const SOURCE = new URL('../../electron/keep-memory-small.ts', import.meta.url).href;

/** What thousands of submissions do to a heap: each lives as long as a few thousand later ones. */
const WORK = `
  const kept = [];
  for (let n = 0; n < 1_000_000; n += 1) kept[n % 30_000] = { n, text: 'row ' + n, fields: [n, n + 1] };
  const room = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(room.physical_space_size);
`;

describe('keepMemorySmall', () => {
  it('keeps the room for new objects as small as it is at rest, which V8 makes much larger by itself', () => {
    const before = "import { getHeapSpaceStatistics } from 'node:v8';";
    const keep = `import { keepMemorySmall } from ${JSON.stringify(SOURCE)}; keepMemorySmall();`;
    expect(bytesOf(before + WORK)).toBeGreaterThan(12 * MB);
    expect(bytesOf(before + keep + WORK)).toBeLessThan(4 * MB);
  });

  it('clears what is not needed any more', () => {
    const script = `
      import { keepMemorySmall } from ${JSON.stringify(SOURCE)};
      let starting = Array.from({ length: 300_000 }, (_, n) => ({ n }));
      console.error(starting.length);
      starting = undefined;
      const before = process.memoryUsage().heapUsed;
      keepMemorySmall();
      console.log(before - process.memoryUsage().heapUsed);
    `;
    expect(bytesOf(script)).toBeGreaterThan(5 * MB);
  });
});

/** What a script, run in a process of its own, writes: bytes. */
function bytesOf(script: string): number {
  const args = ['--input-type=module', '--eval', script];
  return Number(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}
