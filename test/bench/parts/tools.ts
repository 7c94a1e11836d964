import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { openBrowser } from '../app-window.ts';
import type { Bench, Bound, Figure, NotRun, Part } from '../part.ts';
import { writeCandidates } from '../references/tools/candidates-file.ts';
import { runTool, type ToolRun } from '../references/tools/run-tool.ts';
import { ToolCommands } from '../references/tools/tool-commands.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { interleaved, median, ratios } from '../statistics.ts';
import { type ImportedRun, importInApp } from '../tools/import-in-app.ts';

/** A tool measured against, and how many times as fast as it the app should be. */
type Tool = 'newman' | 'bruno' | 'curl';
const NAMES: Readonly<Record<Tool, string>> = { newman: 'newman', bruno: 'Bruno CLI', curl: 'curl -P8' };

interface Case {
  readonly what: string;
  readonly rows: number;
  readonly delayMs: number;
  readonly rounds: number;
  readonly bounds: Readonly<Partial<Record<Tool, Bound>>>;
}

const SPEED: Omit<Case, 'rounds'> = {
  what: '1,000 rows of a CSV to accepted, service takes 0 ms',
  rows: 1000,
  delayMs: 0,
  bounds: { newman: { atLeast: 5 }, bruno: { atLeast: 2 }, curl: { atLeast: 1.5 } },
};

const DELAYED: Omit<Case, 'rounds'> = {
  what: '1,000 rows of a CSV to accepted, service takes 50 ms',
  rows: 1000,
  delayMs: 50,
  bounds: { newman: { atLeast: 7.5 }, bruno: { atLeast: 7.5 } },
};
/** A round takes more than two minutes, nearly all of it the service's delay: it comes out the same every time. */
const DELAYED_ROUNDS = 3;

const MEMORY_ROWS = 5000;
/** Newman alone takes a minute, and needs the same each time. */
const MEMORY_ROUNDS = 2;
const MB = 1024 * 1024;

/** Imports of the whole app, window and all, against command lines that send a CSV's rows. */
export const tools: Part = {
  name: 'tools',
  budgets: ['F2', 'F3'],
  about: '1,000 rows of a CSV to accepted, and memory, against newman, Bruno CLI and curl',
  async run(bench) {
    const service = await startBenchService();
    const browser = await openBrowser();
    const world = { bench, service, browser, compileCache: bench.temporaryFolder() };
    try {
      const { bounds, notRun } = runnable(SPEED.bounds);
      return {
        figures: [
          ...(await speed(world, { ...SPEED, bounds, rounds: bench.rounds })),
          ...(await speed(world, { ...DELAYED, rounds: Math.min(bench.rounds, DELAYED_ROUNDS) })),
          await memory(world),
        ],
        notRun,
      };
    } finally {
      await browser.close();
      await service.close();
    }
  },
};

interface World {
  readonly bench: Bench;
  readonly service: BenchService;
  readonly browser: Browser;
  readonly compileCache: string;
}

/** newman and Bruno are packages of the benchmark's; curl and what feeds it are the system's. */
function runnable(bounds: Case['bounds']): { bounds: Case['bounds']; notRun: readonly NotRun[] } {
  const probe = spawnSync('sh', ['-c', 'command -v awk && command -v xargs && command -v curl']);
  if (probe.status === 0) return { bounds, notRun: [] };
  const { curl: _, ...others } = bounds;
  const why = 'it needs sh, awk, xargs and curl';
  return { bounds: others, notRun: [{ budget: 'F2', what: `${SPEED.what}, against ${NAMES.curl}`, why }] };
}

async function speed(world: World, { what, rows, delayMs, rounds, bounds }: Case): Promise<Figure[]> {
  world.bench.say(what);
  const chosen = (['newman', 'bruno', 'curl'] as const).filter((tool) => bounds[tool]);
  const imported: ImportedRun[] = [];
  const runs = Object.fromEntries(
    chosen.map((tool) => [tool, async () => (await runOfTool(world, tool, rows, delayMs)).ms]),
  );
  const times = await interleaved<string, number>(rounds, {
    ...runs,
    app: async () => {
      const run = await runOfApp(world, rows, delayMs);
      imported.push(run);
      return run.ms;
    },
  });
  const app = times['app'] ?? [];
  return chosen.map((tool) => {
    const ofTool = times[tool] ?? [];
    const faster = ratios(ofTool, app);
    return {
      budget: 'F2',
      what: `${what}: speed against ${NAMES[tool]}`,
      value: median(faster),
      unit: 'x',
      bound: bounds[tool],
      rounds: faster,
      behind: {
        'app ms': median(app),
        'app, reviewed after ms': median(imported.map(({ reviewedMs }) => reviewedMs)),
        'app, all answered after ms': median(imported.map(({ answeredMs }) => answeredMs)),
        [`${NAMES[tool]} ms`]: median(ofTool),
      },
    };
  });
}

async function memory(world: World): Promise<Figure> {
  world.bench.say(`memory, ${MEMORY_ROWS} rows`);
  const peaks = await interleaved<'app' | 'newman', number>(MEMORY_ROUNDS, {
    app: async () => (await runOfApp(world, MEMORY_ROWS, 0)).peakBytes / MB,
    newman: async () => ((await runOfTool(world, 'newman', MEMORY_ROWS, 0)).peakBytes ?? Number.NaN) / MB,
  });
  const rounds = ratios(peaks.app, peaks.newman);
  return {
    budget: 'F3',
    what: "5,000 rows imported and sent: the main process's greatest memory, against newman's",
    value: median(rounds),
    unit: 'x',
    bound: { atMost: 0.5 },
    rounds,
    behind: { 'app MB': median(peaks.app), 'newman MB': median(peaks.newman) },
  };
}

async function runOfTool(
  { bench, service }: World,
  tool: Tool,
  rows: number,
  delayMs: number,
): Promise<ToolRun> {
  const folder = bench.temporaryFolder();
  const csv = join(folder, 'candidates.csv');
  writeCandidates(csv, rows);
  await service.reset(delayMs);
  const commands = new ToolCommands(folder, service.origin);
  const run = await runTool(commands[tool](csv), tool === 'curl' ? undefined : join(folder, 'peak-memory'));
  const { created } = await service.counts();
  if (created !== rows) throw new Error(`${NAMES[tool]} created ${created} of ${rows}.`);
  return run;
}

function runOfApp(world: World, rows: number, delayMs: number): Promise<ImportedRun> {
  const { bench, ...shared } = world;
  const userData = bench.temporaryFolder();
  const csv = join(bench.temporaryFolder(), 'candidates.csv');
  writeCandidates(csv, rows);
  return importInApp({ ...shared, userData, csv, rows, delayMs });
}
