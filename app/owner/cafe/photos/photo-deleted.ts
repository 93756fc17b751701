import { writeUndoables } from '#app/owner/frame/undoable.ts';

/** The notice of a deleted photo: on the server, because the browser knows no `writeUndoables`. */
export function photoDeleted(file: string) {
  return {
    words: 'The photo is deleted.',
    undo: writeUndoables([{ kind: 'photo', key: file }]),
  };
}
