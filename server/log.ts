import pino, { type Logger } from 'pino';

/** Arguments in pino's order. Facts never contain a name, e-mail address, phone number or message. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Writes a JSON line for each event; on a terminal, text. Facts must not identify anybody. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: withoutTokens },
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, { write: (line) => void process.stdout.write(toText(line)) });
}

/**
 * Removes what looks like the token of a URL (domain/url-token.ts), which the message or stack of an error may
 * contain.
 */
export function withoutTokens(line: string): string {
  return line.replaceAll(/\b[0-9a-hjkmnp-tv-z]{26}\b/gi, '…');
}

interface JsonLine {
  level: number;
  time: string;
  msg: string;
  requestId?: string;
  err?: { stack?: string };
}

const LABELS: Record<number, string> = { 40: 'WARN  ', 50: 'ERROR ' };

/** `{"level":30,"time":"2026-12-01T09:30:00.000Z","path":"/","msg":"request"}` → `09:30:00  request path=/` */
export function toText(line: string): string {
  const { level, time, msg, requestId: _, err, ...facts }: JsonLine = JSON.parse(line);
  const words = Object.entries(facts).map(([name, fact]) =>
    typeof fact === 'string' ? `${name}=${printable(fact)}` : `${name}=${JSON.stringify(fact)}`,
  );
  const text = [`${time.slice(11, 19)}  ${LABELS[level] ?? ''}${msg}`, ...words].join(' ');
  return err?.stack ? `${text}\n${err.stack}\n` : `${text}\n`;
}

/** A path is a visitor's text: it must not begin a line of its own, nor control the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
}
