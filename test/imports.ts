import path from 'node:path';
import { rooms } from './architecture.ts';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every module a file names, types included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, from, bare, call]) => from ?? bare ?? call ?? []);
}

/** The room a file stands in: the one with the longest matching folder. */
export function roomOf(file: string) {
  return rooms
    .filter(({ at }) => file === at || file.startsWith(`${at}/`))
    .sort((a, b) => b.at.length - a.at.length)[0];
}

/** What is wrong with an import, or undefined when it may stand. */
export function checkImport(file: string, specifier: string): string | undefined {
  const room = roomOf(file);
  if (!room) return `${file} stands in no room`;
  const target = localTarget(file, specifier);
  if (target === undefined) {
    const allowed =
      room.packages === '*' || room.packages.some((name) => isPackage(specifier, name));
    return allowed ? undefined : complain(file, room.at, specifier, room.why);
  }
  if (target === 'server/main.ts' && room.at !== 'scripts') {
    return `${file}: nobody may import server/main.ts`;
  }
  if (isOtherPage(file, target)) return `${file}: one page may not import another (${target})`;
  const targetRoom = roomOf(target);
  // What Vite and React Router make up has no room.
  if (!targetRoom || targetRoom.at === room.at) return undefined;
  const allowed = room.rooms === '*' || room.rooms.includes(targetRoom.at);
  return allowed ? undefined : complain(file, room.at, targetRoom.at, room.why);
}

function complain(file: string, room: string, what: string, why: string): string {
  return `${file}: ${room} may not import ${what} (${why})`;
}

/** A file of the repository that a specifier names; undefined for a package. */
function localTarget(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return undefined;
}

function isPackage(specifier: string, name: string): boolean {
  return (
    specifier === name ||
    specifier.startsWith(`${name}/`) ||
    (/[:/]$/.test(name) && specifier.startsWith(name))
  );
}

function isOtherPage(file: string, target: string): boolean {
  const page = (of: string) => /^app\/pages\/([^/]+)\//.exec(of)?.[1];
  return page(file) !== undefined && page(target) !== undefined && page(file) !== page(target);
}
