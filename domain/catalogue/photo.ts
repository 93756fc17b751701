/** The size of a picture, so that a page can reserve its space. */
export interface PhotoSize {
  file: string;
  width: number;
  height: number;
}

export interface Photo extends PhotoSize {
  alt: string;
}

/**
 * Reads the size of an uploaded photo from its file name, such as `5d41402abc4b2a76-1440x1920.jpg`, so
 * that baskets and orders need no more than the name. The name begins with the hash of the content.
 */
export function uploadedPhoto(file: string): PhotoSize | undefined {
  const size = /-(\d+)x(\d+)/.exec(file);
  return size ? { file, width: Number(size[1]), height: Number(size[2]) } : undefined;
}

/** Whether it is the name of an uploaded photo: such a name leads out of no folder. */
export function isUploadedPhoto(file: string): boolean {
  return /^[0-9a-f]{16}-\d{3,4}x\d{3,4}\.jpg$/.test(file);
}
