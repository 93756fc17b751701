/** What a command says to the owner; `done` is false where nothing could be done. */
export interface Answer {
  done: boolean;
  text: string;
}
