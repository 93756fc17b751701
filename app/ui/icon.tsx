/** A drawing in lines on a square of 22 units. Decorative: words or a label say what it means. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className="icon" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const CROSS = 'M4 4l14 14M18 4L4 18';
