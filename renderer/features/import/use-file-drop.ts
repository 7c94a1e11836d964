import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files dropped anywhere on the window, for a near miss would otherwise open the file in place of the app.
 * Returns whether files are held over the window.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const stop = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(type, listener, { signal: stop.signal });
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', (event) => {
      // Leaving one element for another of the page has the other one here.
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer.files]);
    });
    return () => stop.abort();
  }, []);
  return over;
}
