import { describe, expect, it } from 'vitest';
import { NotesAutosave } from '../../renderer/features/request/notes-autosave.ts';

/** A store whose saves a test settles. */
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
  it('are saved once after a pause, with the latest text', async () => {
    const { tries, save } = slowStore();
    const autosave = new NotesAutosave('', save, 1);
    autosave.edit('a');
    autosave.edit('ab');
    expect(autosave.notes.get()).toMatchObject({ text: 'ab', state: 'unsaved' });
    await expect.poll(() => tries.length).toBe(1);
    expect(tries[0]?.text).toBe('ab');
    expect(autosave.notes.get().state).toBe('saving');
    tries[0]?.settle();
    await expect.poll(() => autosave.notes.get().state).toBe('saved');
  });

  it('are saved at once when flushed', () => {
    const { tries, save } = slowStore();
    const autosave = new NotesAutosave('', save, 1_000_000);
    autosave.edit('left quickly');
    void autosave.flush();
    expect(tries.map(({ text }) => text)).toEqual(['left quickly']);
  });

  it('keep text typed during a save, and save it next', async () => {
    const { tries, save } = slowStore();
    const autosave = new NotesAutosave('', save, 1_000_000);
    autosave.edit('one');
    void autosave.flush();
    autosave.edit('one two');
    void autosave.flush();
    expect(tries).toHaveLength(1);
    tries[0]?.settle();
    await settled();
    expect(autosave.notes.get()).toMatchObject({ text: 'one two', state: 'saving' });
    tries[1]?.settle();
    await settled();
    expect(autosave.notes.get()).toMatchObject({ text: 'one two', state: 'saved' });
  });

  it('keep the text when a save fails, until another one succeeds', async () => {
    const { tries, save } = slowStore();
    const autosave = new NotesAutosave('before', save, 1_000_000);
    autosave.edit('typed');
    void autosave.flush();
    tries[0]?.settle(new Error('disk full'));
    await settled();
    expect(autosave.notes.get()).toMatchObject({
      text: 'typed',
      state: 'failed',
      error: { message: 'disk full' },
    });
    expect(autosave.isNeeded).toBe(true);
    autosave.adopt('before');
    expect(autosave.notes.get().text).toBe('typed');
    void autosave.flush();
    tries[1]?.settle();
    await settled();
    expect(autosave.notes.get().state).toBe('saved');
    expect(autosave.isNeeded).toBe(false);
  });

  it('adopt text stored elsewhere, but never over unsaved text', () => {
    const { save } = slowStore();
    const autosave = new NotesAutosave('old', save, 1_000_000);
    autosave.adopt('new');
    expect(autosave.notes.get().text).toBe('new');
    autosave.edit('mine');
    autosave.adopt('theirs');
    expect(autosave.notes.get()).toMatchObject({ text: 'mine', state: 'unsaved' });
  });

  it('are one change from the first key to leaving the field, however often they were saved', async () => {
    const autosave = new NotesAutosave('Called', async () => undefined, 1);
    autosave.edit('Called tw');
    await autosave.flush();
    autosave.edit('Called twice');
    const typed = await autosave.endTyping();
    expect(typed).toEqual({ before: 'Called', after: 'Called twice' });
    expect(await autosave.endTyping()).toBeNull();
    expect(typed && (await autosave.undo(typed))).toBe(true);
    expect(autosave.notes.get()).toMatchObject({ text: 'Called', state: 'saved' });
  });

  it('are not undone once they have changed since', async () => {
    const autosave = new NotesAutosave('', async () => undefined, 1);
    autosave.edit('First');
    const typed = await autosave.endTyping();
    autosave.edit('Second');
    await autosave.endTyping();
    expect(typed && (await autosave.undo(typed))).toBe(false);
    expect(autosave.notes.get().text).toBe('Second');
  });

  it('are no change that can be undone if the text is as it was', async () => {
    const autosave = new NotesAutosave('Same', async () => undefined, 1);
    autosave.edit('Other');
    autosave.edit('Same');
    expect(await autosave.endTyping()).toBeNull();
  });
});
