import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

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
export async function axeViolations(page: Page, { opened = false, within }: Screen = {}): Promise<string[]> {
  const all = axe(page);
  if (within) all.include(within);
  if (!opened) return violationsOf(all);
  const regions = PORTALS.reduce(
    (builder, portal) => builder.exclude(portal),
    axe(page).withRules(['region']),
  );
  return [...(await violationsOf(all.disableRules(['region']))), ...(await violationsOf(regions))];
}

/**
 * Runs axe in light and dark; prefixes each line with its scheme. If the document is the same in both, only the colour rules
 * run in dark, which saves time.
 */
export async function axeViolationsInLightAndDark(page: Page, screen: Screen = {}): Promise<string[]> {
  await showIn(page, 'light');
  const light = await axeViolations(page, screen);
  const documentInLight = await page.evaluate(documentWithoutScheme);
  await showIn(page, 'dark');
  const isSame = (await page.evaluate(documentWithoutScheme)) === documentInLight;
  const dark = isSame
    ? await violationsOf(axe(page).withRules(COLOUR_RULES))
    : await axeViolations(page, screen);
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)];
}

function axe(page: Page): AxeBuilder {
  // Skips the details of passed rules, which nobody reads.
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
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
