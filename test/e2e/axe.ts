import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as axe from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Portals of menus, lists and popups. They belong to their button and need not be in a landmark. */
const PORTALS = ['[data-portal="true"]', '[data-mantine-shared-portal-node="true"]'];

/** The enabled axe rules about colours (`cat.color`). */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Screen {
  /** Whether a menu or popup is open above the page. */
  readonly opened?: boolean;
  /** Selector that limits the check to a part of the page. */
  readonly within?: string;
}

/** Runs axe on the page; returns one line per violated rule. */
export async function axeViolations(page: Page, screen: Screen = {}): Promise<string[]> {
  await page.evaluate(untilColoursRest);
  return allViolations(page, screen);
}

async function allViolations(page: Page, { opened = false, within }: Screen): Promise<string[]> {
  const include = within ? [within] : [];
  if (!opened) return violations(page, { include });
  return [
    ...(await violations(page, { include }, { rules: { region: { enabled: false } } })),
    ...(await violations(page, { exclude: PORTALS }, { runOnly: ['region'] })),
  ];
}

/**
 * Runs axe in light and dark; prefixes each line with its scheme. If the document is the same in both, only the colour rules
 * run in dark, which saves time.
 */
export async function axeViolationsInLightAndDark(page: Page, screen: Screen = {}): Promise<string[]> {
  await showIn(page, 'light');
  const light = await allViolations(page, screen);
  const documentInLight = await page.evaluate(documentWithoutScheme);
  await showIn(page, 'dark');
  const isSame = (await page.evaluate(documentWithoutScheme)) === documentInLight;
  const dark = isSame
    ? await violations(page, {}, { runOnly: COLOUR_RULES })
    : await allViolations(page, screen);
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)];
}

/** Which parts of the page axe checks; nothing included means all of it. */
interface Parts {
  readonly include?: string[];
  readonly exclude?: string[];
}

async function violations(page: Page, parts: Parts, options: RunOptions = {}): Promise<string[]> {
  // Once per document: axe is larger than the app's first screen, and takes longer to load than to run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(runAxe, { parts, options });
}

/** Runs in the page. Skips the details of passed rules and the selectors of elements, which nobody reads. */
async function runAxe({ parts, options }: { parts: Parts; options: RunOptions }): Promise<string[]> {
  const { include = [], exclude = [] } = parts;
  const context = { include: include.length > 0 ? include : [document], exclude };
  const { violations: found } = await window.axe.run(context, {
    resultTypes: ['violations'],
    selectors: false,
    // Not the style sheets, which take half of the time and which only an experimental rule reads.
    preload: { assets: ['media'] },
    ...options,
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(untilColoursRest);
}

/** Runs in the page: waits for the colour transitions to finish. */
async function untilColoursRest(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // The page gets the new scheme in one frame and renders it in the next.
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Runs in the page: the document's HTML without the colour scheme attribute. */
function documentWithoutScheme(): string {
  return document.documentElement.outerHTML.replace(/data-mantine-color-scheme="\w+"/, '');
}
