import { useEffect } from 'react';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import { activate } from './bot-check.ts';

/** Stands before the page it is for: what is mounted first takes effect first. */
export function ActivateBotCheck({ settings }: { settings: BotCheckSettings }) {
  useEffect(() => activate(settings), [settings]);
  return null;
}
