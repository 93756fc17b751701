/** Sends a request and takes the whole answer. @throws when that is cut, or has another status. */
export type Ask = (status: number, url: string, init?: RequestInit) => Promise<string>;

export const ask: Ask = async (status, url, init) => {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
};
