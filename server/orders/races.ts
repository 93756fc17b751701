/** How often another request may change the order meanwhile. */
const MOST_RACES = 5;

/**
 * Repeats what needs an order to be as it was read, while another request changes it in between.
 * @param attempt reads the order itself; undefined says that it has changed since.
 * @returns undefined if it has changed each time.
 */
export async function repeatRaced<Result>(
  attempt: () => Promise<Result | undefined>,
  most = MOST_RACES,
): Promise<Result | undefined> {
  for (let races = 0; races < most; races += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  return undefined;
}
