import { expect, test } from 'vitest';
import { GroupSize } from '../../../electron/storage/group-size.ts';

test('the first of all waits for nobody, and takes in what is there', () => {
  const size = new GroupSize();
  expect(size.patienceMs(1)).toBe(0);
  expect([size.isFull(0, 50), size.isFull(1, 0.1), size.isFull(200, 0.1)]).toEqual([false, false, true]);
});

test('a group is full when its writes took as long as its commit will: who is done hears of it', () => {
  const size = new GroupSize();
  size.learn(4, 8, 0);
  expect([size.isFull(4, 7), size.isFull(4, 9)]).toEqual([false, true]);
});

test('with a fast disk a group takes in more for a millisecond all the same', () => {
  const size = new GroupSize();
  size.learn(4, 0.2, 0);
  expect([size.isFull(4, 0.9), size.isFull(4, 1.1)]).toEqual([false, true]);
});

test('one commit that took long says little of the next', () => {
  const size = new GroupSize();
  size.learn(4, 4, 0);
  size.learn(4, 8, 0);
  expect([size.isFull(4, 4.9), size.isFull(4, 5.1)]).toEqual([false, true]);
});

test('before a slow commit a group waits for as many as came last, those that came too late among them', () => {
  const size = new GroupSize();
  size.learn(4, 6, 2);
  expect([size.patienceMs(5), size.patienceMs(6)]).toEqual([1.5, 0]);
  size.learn(1, 6, 0);
  expect(size.patienceMs(1)).toBe(0);
});

test('a fast commit is worth no waiting, and no commit is worth a long one', () => {
  const [fast, slow] = [new GroupSize(), new GroupSize()];
  fast.learn(4, 1, 4);
  slow.learn(4, 400, 4);
  expect([fast.patienceMs(1), slow.patienceMs(1)]).toEqual([0, 2]);
});
