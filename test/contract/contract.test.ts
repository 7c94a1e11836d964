import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, describe, expect, test } from 'vitest';
import { headlessLaunchOptions } from '../e2e/driver/chromium.ts';
import {
  type ContractCase,
  caseScripts,
  expectedHere,
  inFormOf,
  readCases,
  sortedForm,
} from './contract-case.ts';
import { chosenHost } from './hosts.ts';
import { type CaseRun, runCase } from './run-case.ts';

/** Traces recorded in Electron, which the workflow uploads. */
const RECORDED = join(import.meta.dirname, '../../out/contract-traces', process.platform);

const host = chosenHost();
const cases = readCases();
let browser: Promise<Browser> | undefined;

afterAll(async () => (await browser)?.close());

/** Shows a window of the preview as Electron would show it itself. */
function showPage(address: string): void {
  browser ??= chromium.launch(headlessLaunchOptions());
  browser
    .then((open) => open.newPage())
    .then((page) => page.goto(address))
    // A case may end while its page loads; its trace tells.
    .catch((error: Error) => console.error(`${address}: ${error.message}`));
}

function runsHere({ platforms, onlyIn }: ContractCase): boolean {
  const system = platforms === undefined || platforms.some((name) => name === process.platform);
  return system && (onlyIn === undefined || onlyIn.host === host.name);
}

function needsOf({ platforms, onlyIn }: ContractCase): string {
  return onlyIn && onlyIn.host !== host.name ? onlyIn.because : `one of ${platforms?.join(', ')}`;
}

describe.concurrent(`in ${host.title}`, () => {
  for (const each of cases) {
    test.runIf(runsHere(each))(
      `${each.name}: ${each.promise}`,
      { meta: { needs: needsOf(each) }, timeout: 2 * host.patience },
      async ({ expect: expectOf }) => {
        const run = await runCase(each, host, showPage);
        if (host.name === 'electron') record(each, run);
        const expected = expectedHere(each);
        expectOf.soft(inFormOf(expected.trace, run.trace), run.output).toEqual(sortedForm(expected.trace));
        expectOf.soft(run.exitCode, run.output).toBe(expected.exitCode);
        if (expected.second) {
          expectOf
            .soft(inFormOf(expected.second.trace, run.second?.trace ?? []))
            .toEqual(sortedForm(expected.second.trace));
          expectOf.soft(run.second?.exitCode).toBe(expected.second.exitCode);
        }
      },
    );
  }
});

test('every script has its expected trace, and every trace its script', () => {
  expect(caseScripts().toSorted()).toEqual(cases.map(({ name }) => name).toSorted());
});

function record({ name }: ContractCase, { trace, exitCode, second }: CaseRun): void {
  mkdirSync(RECORDED, { recursive: true });
  const recorded = { recorded: `${host.title} on ${process.platform}`, trace, exitCode, second };
  writeFileSync(join(RECORDED, `${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`);
}
