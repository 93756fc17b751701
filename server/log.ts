import pino, { type Logger } from 'pino';

/** Structured lines on standard output. Callers hand in facts that name nobody. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
