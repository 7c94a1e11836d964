import { appendFileSync } from 'node:fs';

/** What one kind of fault came to. `needless`: a person was asked although not a byte had been written. */
export interface Figures {
  readonly name: string;
  readonly cases: number;
  readonly duplicates: number;
  readonly losses: number;
  readonly needless: number;
  /** Where it was counted: how often a person was asked, and how often about somebody whom the service never saw. */
  readonly decisions?: number;
  readonly neverSeen?: number;
}

/** Prints the figures; under `npm run faults` they go into its table, too. */
export function reportFigures(figures: Figures): void {
  const { name, cases, duplicates, losses, needless } = figures;
  console.log(
    `${name}: ${cases} cases, ${duplicates} duplicates, ${losses} losses, ${needless} needless decisions`,
  );
  const file = process.env['FAULTS_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/** A number that `npm run faults` asks for; in `npm test` the default. */
export function askedFor(name: 'FAULTS_KILLS' | 'FAULTS_RUNS' | 'FAULTS_SEED', otherwise: number): number {
  return Number(process.env[name] ?? otherwise);
}
