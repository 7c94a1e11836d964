import type { Page } from '@playwright/test';

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

  /** Looks for marks in a text, also for numbers that are grouped. */
  read(text: string): void {
    const plain = text.toLowerCase();
    const ungrouped = plain.replaceAll(/(?<=\d)[,.’'\u00a0\u202f](?=\d{3})/g, '');
    const tokens = new Set([...plain.matchAll(TOKEN), ...ungrouped.matchAll(TOKEN)].map(([token]) => token));
    const digits = plain.replaceAll(/(?<=\d)[\s()./-]+(?=\d)/g, '');
    for (const mark of this.marks) {
      // Phone numbers are long enough not to occur by chance.
      if (tokens.has(mark) || (mark.length > 10 && /^\d+$/.test(mark) && digits.includes(mark)))
        this.seen.add(mark);
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

const TOKEN = /zq[a-z]+\d+qz|\d+/g;
