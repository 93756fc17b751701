// Without schemas, because browsers add up what is typed (decision 010).

/** `70`, `£70` or `70.50`. One digit of pence is ambiguous. @returns pence, or undefined for anything else. */
export function readPounds(text: string): number | undefined {
  const [, pounds, pence = '00'] = /^£?(\d{1,6})(?:\.(\d{2}))?$/.exec(text.trim()) ?? [];
  return pounds === undefined ? undefined : Number(pounds) * 100 + Number(pence);
}
