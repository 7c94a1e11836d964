import type { HandlerContext } from '../../../electron/ipc/handlers/context.ts';

/** Where a file is saved that grows, and what stands in it then; `onPiece` is told of each piece that reaches it. */
export function growingFile(onPiece: () => void = () => undefined) {
  const file = { text: '' };
  const saveFile: HandlerContext['saveFile'] = async (name, content) => {
    if (typeof content === 'string' || content instanceof Uint8Array) throw new Error('It grows.');
    for await (const piece of content) {
      file.text += String(piece);
      onPiece();
    }
    return name;
  };
  return { file, saveFile };
}
