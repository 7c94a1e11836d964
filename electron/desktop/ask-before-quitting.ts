import { app, dialog } from 'electron';

/**
 * Asks for confirmation before the app quits with submissions waiting. Nothing is lost either way; the question keeps
 * people from believing that everything was sent. `keepOpen` reopens a window that was closed already.
 * Returns a function that says whether the app is about to quit.
 */
export function askBeforeQuitting(waitingCount: () => Promise<number>, keepOpen: () => void): () => boolean {
  let decided = false;
  let asking = false;
  app.on('before-quit', (event) => {
    if (decided) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const answered = (quit: boolean): void => {
      asking = false;
      decided = quit;
      if (quit) app.quit();
      else keepOpen();
    };
    // If asking fails, quit.
    ask(waitingCount).then(answered, () => answered(true));
  });
  return () => decided;
}

async function ask(waitingCount: () => Promise<number>): Promise<boolean> {
  const waiting = await waitingCount();
  if (waiting === 0) return true;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: waiting === 1 ? '1 submission is still waiting.' : `${waiting} submissions are still waiting.`,
    detail: `Callboard keeps ${waiting === 1 ? 'it' : 'them'} on this computer and sends ${waiting === 1 ? 'it' : 'them'} the next time you start it.`,
    buttons: ['Quit', 'Keep open'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
