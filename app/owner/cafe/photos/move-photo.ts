/**
 * Moves one picture up or down.
 * @param move `up` or `down` and a file name, as the picker's arrows submit it: `up hero.jpg`.
 */
export function movePhoto(files: string[], move: string): string[] {
  const [way = '', file = ''] = move.split(' ');
  const from = files.indexOf(file);
  const to = from + (way === 'up' ? -1 : 1);
  if (from < 0 || to < 0 || to >= files.length) return files;
  const moved = files.toSpliced(from, 1);
  return moved.toSpliced(to, 0, file);
}

/**
 * The order that a form without scripts asks for.
 * @returns undefined unless an arrow of the picker submitted the form: show it again with this order.
 */
export function movedPhotos(form: FormData, name: string): string[] | undefined {
  const move = form.get(`${name}-move`);
  if (typeof move !== 'string') return undefined;
  return movePhoto(
    form.getAll(name).filter((file) => typeof file === 'string'),
    move,
  );
}
