import * as z from 'zod';

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })]);
const Answer = z.object({ id: z.int(), result: z.unknown() });
const Usage = z.object({ result: z.object({ value: z.string() }) });
const Memory = z.object({
  rss: z.number(),
  /** The most that the process has held, in bytes like the others. */
  peak: z.number(),
  heapUsed: z.number(),
  external: z.number(),
});
export type Memory = z.infer<typeof Memory>;

/** What a server started with `--inspect` holds on to, after its garbage has been collected. */
export async function memoryHeld(inspectorPort: number): Promise<Memory> {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [{ webSocketDebuggerUrl }] = Targets.parse(await list.json());
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let lastId = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      lastId += 1;
      const id = lastId;
      socket.onmessage = ({ data }) => {
        const answer = Answer.safeParse(JSON.parse(String(data)));
        if (answer.data?.id === id) resolve(answer.data.result);
      };
      socket.send(JSON.stringify({ id, method, params }));
    });
  // Twice, because what finalisers let go of in the first round goes in the second.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const expression =
    'JSON.stringify({ ...process.memoryUsage(), peak: process.resourceUsage().maxRSS * 1024 })';
  const usage = Usage.parse(await call('Runtime.evaluate', { expression, returnByValue: true }));
  socket.close();
  return Memory.parse(JSON.parse(usage.result.value));
}
