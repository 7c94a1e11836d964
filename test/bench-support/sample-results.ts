import type { Figure } from '../bench/part.ts';
import type { Results } from '../bench/results.ts';

export function sampleFigure(changes: Partial<Figure> = {}): Figure {
  return { budget: 'F1', what: '1,000 queued', value: 0.6, unit: 'x', rounds: [0.5, 0.6, 0.7], ...changes };
}

export function sampleResults(changes: Partial<Results> = {}): Results {
  return {
    at: '2026-11-21T18:00:00.000Z',
    machine: { cpus: '2 x Xeon', memoryGiB: 24, node: 'v24.21.0', system: 'linux 6.1' },
    rounds: 5,
    figures: [sampleFigure()],
    notRun: [],
    broken: [],
    ...changes,
  };
}
