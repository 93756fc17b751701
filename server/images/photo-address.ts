/**
 * The address of each picture at an image service, with `{file}`, `{width}`, `{format}` and `{quality}` for pages to fill
 * in: browsers need to know nothing of the service.
 * @param base the URL under which the service finds the originals.
 * @param version digits that change with the originals, so that a URL's content never changes.
 */
export function photoAddress(
  cdn: 'ipx' | 'cloudinary' | 'imgix',
  base: string,
  version: string,
): string {
  switch (cdn) {
    case 'ipx':
      return `${base}/w_{width},q_{quality},f_{format}/v${version}/{file}`;
    case 'cloudinary': {
      // The operations and the version precede the folders: `…/upload/<operations>/v1/<folders>/`.
      const operations = 'w_{width},f_{format},q_{quality},c_lfill';
      return `${base.replace(/\/upload(?=\/|$)/, `/upload/${operations}/v${version}`)}/{file}`;
    }
    case 'imgix':
      return `${base}/{file}?v=${version}&fm={format}&w={width}&q={quality}&fit=min`;
  }
}
