import type { Page } from '@playwright/test';
import { marksIn } from '../electron/covering/marks.ts';

/** Reads everything that a page ever shows, says in attributes or holds in fields, and finds marks in it. */
export class MarkWatcher {
  private readonly page: Page;
  private readonly marks: readonly string[];
  private readonly seen = new Set<string>();

  constructor(page: Page, marks: readonly string[]) {
    this.page = page;
    this.marks = marks.map((mark) => mark.toLowerCase());
  }

  /** Watches from now on; what the page has already is read, too. */
  async start(): Promise<void> {
    await this.page.exposeFunction('readForMarks', (text: string) => this.read(text));
    await this.page.evaluate(() => {
      const read = (text: string | null | undefined): void => {
        if (text) Reflect.get(globalThis, 'readForMarks')(text);
      };
      const html = (node: Node): string | null =>
        node instanceof Element ? node.outerHTML : node.textContent;
      read(`${document.title}\n${document.documentElement.outerHTML}`);
      new MutationObserver((records) => {
        const changed = records.flatMap((record) => {
          if (record.type === 'childList') return [...record.addedNodes].map(html);
          if (record.type === 'characterData') return [record.target.textContent];
          const { target, attributeName } = record;
          return [target instanceof Element && attributeName ? target.getAttribute(attributeName) : null];
        });
        read(changed.join('\n'));
        read(
          [...document.querySelectorAll('input, textarea')]
            .map((field) => Reflect.get(field, 'value'))
            .join('\n'),
        );
      }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  }

  /** Looks for marks in a text, in all ways of writing them. */
  read(text: string): void {
    for (const mark of marksIn(text, this.marks)) this.seen.add(mark);
    const digits = text.replaceAll(/(?<=\d)[\s()./-]+(?=\d)/g, '');
    for (const mark of this.marks) {
      // Phone numbers are long enough not to occur by chance.
      if (mark.length > 10 && /^\d+$/.test(mark) && digits.includes(mark)) this.seen.add(mark);
    }
  }

  /** The marks that were seen, once everything shown so far is read. */
  async found(): Promise<string[]> {
    // The observer's calls arrive in order, so all earlier ones are done after this one.
    await this.page.evaluate(() =>
      Reflect.get(globalThis, 'readForMarks')(document.documentElement.outerHTML),
    );
    return [...this.seen];
  }
}
