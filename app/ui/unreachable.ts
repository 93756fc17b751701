// For visitors' pages and the owner's, which share no layout.

/** Browsers' words for a request without an answer. Other errors are ours. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
