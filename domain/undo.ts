/** How long staff can undo a change or an e-mail before it is sent to the customer. */
export const UNDO_SECONDS = 20;
