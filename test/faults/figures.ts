import { appendFileSync } from 'node:fs';

/** The results of one kind of fault. `needless`: a person had to decide although not a byte had been written. */
export interface Figures {
  readonly name: string;
  readonly cases: number;
  readonly duplicates: number;
  readonly losses: number;
  readonly needless: number;
  /** If counted: how often a person had to decide, and how often about a submission that never reached the service. */
  readonly decisions?: number;
  readonly neverSeen?: number;
}

/** Prints the figures; `npm run faults` also collects them in its table. */
export function reportFigures(figures: Figures): void {
  const { name, cases, duplicates, losses, needless } = figures;
  console.log(
    `${name}: ${cases} cases, ${duplicates} duplicates, ${losses} losses, ${needless} needless decisions`,
  );
  const file = process.env['FAULTS_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/** A number set by `npm run faults`; in `npm test` the default. */
export function askedFor(
  name: 'FAULTS_KILLS' | 'FAULTS_RUNS' | 'FAULTS_SEED' | 'FAULTS_CHANGES',
  otherwise: number,
): number {
  return Number(process.env[name] ?? otherwise);
}
