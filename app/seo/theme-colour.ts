/** The pages' ground, for what cannot read `tokens.css`: a browser's own frame, a home screen. */
export const MARZIPAN = '#fbf4e6';
