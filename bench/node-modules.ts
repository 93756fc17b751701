import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NodeModules {
  all: number;
  /** The platform's package that is Node. */
  node: number;
  beside: number;
  /** The largest of the packages beside it. */
  largest: { name: string; megabytes: number }[];
}

const SHOWN = 6;
const NODE_ITSELF = /^node-(bin-)?(linux|darwin|win)-/;
/** What npm needs to know. */
const FILES = ['package.json', 'package-lock.json', '.npmrc'];

/** What a server has to hold, in MB (1,000,000 bytes): installed anew, from the registry or npm's cache. */
export function measureNodeModules(): NodeModules {
  const folder = mkdtempSync(join(tmpdir(), 'battenberg-modules-'));
  try {
    for (const file of FILES) cpSync(file, join(folder, file));
    const quiet = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['ci', ...quiet], { cwd: folder, stdio: 'inherit' });
    const packages = sizesIn(join(folder, 'node_modules'));
    const all = packages.get('.') ?? Number.NaN;
    packages.delete('.');
    const names = [...packages.keys()];
    const node = names
      .filter((name) => NODE_ITSELF.test(name))
      .reduce((sum, name) => sum + (packages.get(name) ?? 0), 0);
    const largest = [...packages]
      .filter(([name]) => !NODE_ITSELF.test(name))
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, megabytes]) => ({ name, megabytes }));
    return { all, node, beside: all - node, largest };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** By folder, in whole MB; scopes such as `@img` are one. */
function sizesIn(folder: string): Map<string, number> {
  const said = execFileSync('du', ['-k', '-d', '1', '.'], { cwd: folder, encoding: 'utf8' });
  const lines = said.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [kilobytes = '', path = ''] = line.split('\t');
      return [path.replace(/^\.\//, ''), Math.round((Number(kilobytes) * 1_024) / 1_000_000)];
    }),
  );
}
