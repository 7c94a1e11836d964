/**
 * The greatest height of what scrolls, px. Chromium lays out no more than 33,554,431 px of the screen, and a px of the
 * page is several of those where it is enlarged: rows beyond could not be scrolled to.
 */
export const MOST_HEIGHT = 6_000_000;
/** So far from its ends a longer list scrolls px by px wherever the bar is dragged to. */
const EXACT_END = 20_000;
/** Who moves so far at once drags the bar; wheels and keys move less, px. */
const JUMP = 2500;

/** As high as a list of this height is in the page, px. */
export function heightInPage(listHeight: number): number {
  return Math.min(listHeight, MOST_HEIGHT);
}

/**
 * Where a list is scrolled to. One longer than {@link MOST_HEIGHT} has less height in the page than it would need: there
 * it scrolls px by px as any other, but the bar's way is shorter than the list's. {@link anchor} puts the two together
 * again, which nobody sees: the rows stay where they are on screen.
 */
export class ScrollSpace {
  /** Where the list's top edge on screen is in the list, px. */
  position = 0;
  /** How far it is scrolled in the page, as last heard. */
  private scrollTop = 0;
  private way = 0;
  private wayInPage = 0;

  /** What stands in the list at y stands in the page at y less this, px. */
  get shift(): number {
    return this.position - this.scrollTop;
  }

  /** Tells how high the whole list and the part of it on screen are, px. */
  measure(listHeight: number, screenHeight: number): void {
    this.way = Math.max(0, listHeight - screenHeight);
    this.wayInPage = Math.max(0, heightInPage(listHeight) - screenHeight);
  }

  /** The page was scrolled to there. */
  follow(scrollTop: number): void {
    const step = scrollTop - this.scrollTop;
    if (!this.scaled) this.position = scrollTop;
    else if (Math.abs(step) > JUMP) this.position = this.inList(scrollTop);
    else this.position = Math.min(this.way, Math.max(0, this.position + step));
    this.scrollTop = scrollTop;
  }

  /** The nearest place to this that there is in the list. */
  within(position: number): number {
    return Math.min(this.way, Math.max(0, position));
  }

  /** Where the page is scrolled to for this place of the list. */
  inPage(position: number): number {
    if (!this.scaled || position <= EXACT_END) return position;
    if (position >= this.way - EXACT_END) return this.wayInPage - (this.way - position);
    return Math.round(EXACT_END + (position - EXACT_END) / this.stretch);
  }

  /** The list was brought to this place by scrolling the page to there (as near to {@link inPage} as it can be). */
  goTo(position: number, scrollTop: number): void {
    this.position = this.scaled ? position : scrollTop;
    this.scrollTop = scrollTop;
  }

  /** Whether the bar would come to an end before the list does, or after it. */
  get astray(): boolean {
    const near = EXACT_END / 2;
    const end = this.scrollTop < near || this.scrollTop > this.wayInPage - near;
    return end && this.adrift;
  }

  /** Whether the bar stands elsewhere than the list. */
  get adrift(): boolean {
    return Math.abs(this.inPage(this.position) - this.scrollTop) > 1;
  }

  private get scaled(): boolean {
    return this.way > this.wayInPage;
  }

  private get stretch(): number {
    return (this.way - 2 * EXACT_END) / (this.wayInPage - 2 * EXACT_END);
  }

  private inList(scrollTop: number): number {
    if (scrollTop <= EXACT_END) return scrollTop;
    if (scrollTop >= this.wayInPage - EXACT_END) return this.way - (this.wayInPage - scrollTop);
    return Math.round(EXACT_END + (scrollTop - EXACT_END) * this.stretch);
  }
}
