import { describe, expect, it } from 'vitest';
import { NoteKeeper } from '../../renderer/features/request/note-keeper.ts';

/** A store that answers when told to. */
function slowStore() {
  const tries: { text: string; settle: (error?: Error) => void }[] = [];
  const save = (text: string) =>
    new Promise<void>((resolve, reject) => {
      tries.push({ text, settle: (error) => (error ? reject(error) : resolve()) });
    });
  return { tries, save };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('notes while they are typed', () => {
  it('are stored after a pause, once, with the newest text', async () => {
    const { tries, save } = slowStore();
    const keeper = new NoteKeeper('', save, 1);
    keeper.type('a');
    keeper.type('ab');
    expect(keeper.notes.get()).toMatchObject({ text: 'ab', state: 'unsaved' });
    await expect.poll(() => tries.length).toBe(1);
    expect(tries[0]?.text).toBe('ab');
    expect(keeper.notes.get().state).toBe('saving');
    tries[0]?.settle();
    await expect.poll(() => keeper.notes.get().state).toBe('saved');
  });

  it('are stored at once when the page is left', () => {
    const { tries, save } = slowStore();
    const keeper = new NoteKeeper('', save, 1_000_000);
    keeper.type('left quickly');
    void keeper.flush();
    expect(tries.map(({ text }) => text)).toEqual(['left quickly']);
  });

  it('keep what is typed during a save, and store it next', async () => {
    const { tries, save } = slowStore();
    const keeper = new NoteKeeper('', save, 1_000_000);
    keeper.type('one');
    void keeper.flush();
    keeper.type('one two');
    void keeper.flush();
    expect(tries).toHaveLength(1);
    tries[0]?.settle();
    await settled();
    expect(keeper.notes.get()).toMatchObject({ text: 'one two', state: 'saving' });
    tries[1]?.settle();
    await settled();
    expect(keeper.notes.get()).toMatchObject({ text: 'one two', state: 'saved' });
  });

  it('keep the text when the save fails, until another try works', async () => {
    const { tries, save } = slowStore();
    const keeper = new NoteKeeper('before', save, 1_000_000);
    keeper.type('typed');
    void keeper.flush();
    tries[0]?.settle(new Error('disk full'));
    await settled();
    expect(keeper.notes.get()).toMatchObject({
      text: 'typed',
      state: 'failed',
      error: { message: 'disk full' },
    });
    expect(keeper.isNeeded).toBe(true);
    keeper.adopt('before');
    expect(keeper.notes.get().text).toBe('typed');
    void keeper.flush();
    tries[1]?.settle();
    await settled();
    expect(keeper.notes.get().state).toBe('saved');
    expect(keeper.isNeeded).toBe(false);
  });

  it('take over what another window stored, but never over something typed', () => {
    const { save } = slowStore();
    const keeper = new NoteKeeper('old', save, 1_000_000);
    keeper.adopt('new');
    expect(keeper.notes.get().text).toBe('new');
    keeper.type('mine');
    keeper.adopt('theirs');
    expect(keeper.notes.get()).toMatchObject({ text: 'mine', state: 'unsaved' });
  });
});
