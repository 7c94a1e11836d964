import type { HandlerContext } from '../../../electron/ipc/handlers.ts';

/** An `exportFile` for content in chunks, and the file it writes; calls `onPiece` after each chunk. */
export function growingFile(onPiece: () => void = () => undefined) {
  const file = { text: '' };
  const exportFile: HandlerContext['exportFile'] = async (_exported, name, content) => {
    if (typeof content === 'string' || content instanceof Uint8Array)
      throw new Error('The content should be in chunks.');
    for await (const piece of content) {
      file.text += String(piece);
      onPiece();
    }
    return name;
  };
  return { file, exportFile };
}
