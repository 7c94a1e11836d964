import { app, dialog } from 'electron';

/**
 * Before the app quits with submissions waiting, says how many and that they go out at next start. Nothing is lost
 * either way: this is so that nobody believes they were sent. `keepOpen` brings back a window that was closed already.
 * Returns the function that says whether the app is about to quit.
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
    // A question that cannot be asked must not keep anybody from quitting.
    ask(waitingCount).then(answered, () => answered(true));
  });
  return () => decided;
}

async function ask(waitingCount: () => Promise<number>): Promise<boolean> {
  const waiting = await waitingCount();
  if (waiting === 0) return true;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: waiting === 1 ? 'One submission is still waiting.' : `${waiting} submissions are still waiting.`,
    detail: 'They are kept on this computer and go out when Callboard is started again.',
    buttons: ['Quit', 'Keep open'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
