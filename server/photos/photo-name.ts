/** The names of uploaded photos. Anything else is no photo, so no name leads out of its folder. */
export function isPhotoFile(name: string): boolean {
  return /^[0-9a-f]{16}-\d{1,5}x\d{1,5}\.jpg$/.test(name);
}
