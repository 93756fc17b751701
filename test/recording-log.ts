import type { Log } from '#server/log.ts';

interface LogLine {
  level: keyof Log;
  facts: object;
  message: string;
}

/** A log that records its lines. */
export function recordingLog() {
  const lines: LogLine[] = [];
  const at = (level: keyof Log) => (facts: object, message: string) => {
    lines.push({ level, facts, message });
  };
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') };
  return { log, lines, errors: () => lines.filter(({ level }) => level === 'error') };
}
