import { describe, expect, it } from 'vitest';
import { heightInPage, MOST_HEIGHT, ScrollSpace } from '../../renderer/parts/grid/scroll-space.ts';

const SCREEN = 800;
const ROW = 38;
/** A million rows, higher than anything in a page can be. */
const LIST = 1_000_000 * ROW;

/** A list in a page: what scrolls it puts the page where it wants it, as an element would. */
function scrolledList(listHeight: number) {
  const space = new ScrollSpace();
  space.measure(listHeight, SCREEN);
  let scrollTop = 0;
  const most = heightInPage(listHeight) - SCREEN;
  const scrollTo = (px: number) => {
    scrollTop = Math.min(most, Math.max(0, px));
    space.follow(scrollTop);
  };
  const goTo = (position: number) => {
    scrollTop = space.inPage(space.within(position));
    space.goTo(space.within(position), scrollTop);
  };
  return {
    space,
    most,
    scrollTo,
    goTo,
    /** As a wheel does; puts bar and list together where they are about to part. */
    scrollBy: (px: number) => {
      scrollTo(scrollTop + px);
      if (space.astray) goTo(space.position);
    },
    rest: () => {
      if (space.adrift) goTo(space.position);
    },
    scrollTop: () => scrollTop,
  };
}

describe('a list that fits into a page', () => {
  it('is where the page is scrolled to', () => {
    const { space, scrollTo, goTo, scrollTop } = scrolledList(100_000 * ROW);
    for (const px of [0, 12, 5000, 3_799_200]) {
      scrollTo(px);
      expect([space.position, space.shift, space.adrift]).toEqual([px, 0, false]);
    }
    goTo(1234);
    expect(scrollTop()).toBe(1234);
  });
});

describe('a list that is higher than a page can be', () => {
  it('has no more height in the page than that', () => {
    expect(heightInPage(LIST)).toBe(MOST_HEIGHT);
  });

  it('is brought to any place exactly, from its first px to its last', () => {
    const { space, goTo, scrollTop, most } = scrolledList(LIST);
    for (const position of [
      0,
      ROW,
      19_999,
      20_001,
      12_345_678,
      LIST / 2,
      LIST - SCREEN - ROW,
      LIST - SCREEN,
    ]) {
      goTo(position);
      expect(space.position).toBe(position);
      expect(space.shift).toBe(position - scrollTop());
      expect(scrollTop()).toBeLessThanOrEqual(most);
    }
    expect(scrollTop()).toBe(most);
    goTo(LIST);
    expect(space.position).toBe(LIST - SCREEN);
  });

  it('scrolls px by px with a wheel', () => {
    const { space, goTo, scrollBy } = scrolledList(LIST);
    goTo(LIST / 2);
    for (let turn = 1; turn <= 50; turn += 1) {
      scrollBy(100);
      expect(space.position).toBe(LIST / 2 + turn * 100);
    }
  });

  it('goes from end to end with its bar', () => {
    const { space, scrollTo, most } = scrolledList(LIST);
    scrollTo(most);
    expect(space.position).toBe(LIST - SCREEN);
    scrollTo(Math.round(most / 2));
    expect(Math.abs(space.position - (LIST - SCREEN) / 2)).toBeLessThan(10);
    scrollTo(0);
    expect(space.position).toBe(0);
  });

  it('reaches its last row and its first by the wheel from wherever the bar was dragged to, resting or not', () => {
    for (const rests of [false, true]) {
      for (const step of [400, -400]) {
        const { space, goTo, scrollBy, rest } = scrolledList(LIST);
        goTo(step > 0 ? LIST - 400_000 : 400_000);
        for (let turn = 0; turn < 1100; turn += 1) {
          scrollBy(step);
          if (rests && turn % 7 === 0) rest();
        }
        expect(space.position).toBe(step > 0 ? LIST - SCREEN : 0);
      }
    }
  });

  it('leaves the rows where they are when its bar is put right', () => {
    const { space, goTo, scrollBy, rest, scrollTop } = scrolledList(LIST);
    goTo(LIST / 3);
    for (let turn = 0; turn < 30; turn += 1) scrollBy(700);
    const before = space.position;
    expect(space.adrift).toBe(true);
    rest();
    expect(space.position).toBe(before);
    expect(scrollTop()).toBe(space.inPage(before));
  });
});
