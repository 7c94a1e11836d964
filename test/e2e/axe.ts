import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Menus, lists and pop-ups open here, at the end of the document. They belong to their button and to no landmark. */
const OPENED = ['[data-portal="true"]', '[data-mantine-shared-portal-node="true"]'];

/** The rules of axe that look at colours (`cat.color`), of those that are on. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Screen {
  /** A menu or pop-up is open above the page. */
  readonly opened?: boolean;
  /** Looks at this part of the page alone. */
  readonly within?: string;
}

/** What axe finds on the page as it stands: a line for each rule that is broken. */
export async function axeViolations(page: Page, { opened = false, within }: Screen = {}): Promise<string[]> {
  const all = axe(page);
  if (within) all.include(within);
  if (!opened) return violationsOf(all);
  const beneath = OPENED.reduce((rest, place) => rest.exclude(place), axe(page).withRules(['region']));
  return [...(await violationsOf(all.disableRules(['region']))), ...(await violationsOf(beneath))];
}

/**
 * The same in light and in dark, each line with its scheme. Where the document is the same in both, all rules look at it
 * once, and those that look at colours once more in dark.
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
  // Passes are counted by nobody.
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

/** In the page: what fades over into the other colours has done so. */
async function untilColoursRest(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // The page hears of the other scheme in one frame and draws it in the next.
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** In the page: all of its elements and texts, but not which scheme it is drawn in. */
function documentWithoutScheme(): string {
  return document.documentElement.outerHTML.replace(/data-mantine-color-scheme="\w+"/, '');
}
