import * as z from 'zod';

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })]);
const Reply = z.object({ id: z.int(), result: z.unknown() });
const Usage = z.object({ result: z.object({ value: z.string() }) });
const Memory = z.object({
  /** In bytes. */
  rss: z.number(),
  heapUsed: z.number(),
});

/** The memory of a server with `--inspect` after garbage collection. */
export async function memoryAfterGc(inspectorPort: number): Promise<z.infer<typeof Memory>> {
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
        const reply = Reply.safeParse(JSON.parse(String(data)));
        if (reply.data?.id === id) resolve(reply.data.result);
      };
      socket.send(JSON.stringify({ id, method, params }));
    });
  // Twice, because finalisers of the first collection free more objects.
  await call('HeapProfiler.collectGarbage');
  await call('HeapProfiler.collectGarbage');
  const expression = 'JSON.stringify(process.memoryUsage())';
  const usage = Usage.parse(await call('Runtime.evaluate', { expression, returnByValue: true }));
  socket.close();
  return Memory.parse(JSON.parse(usage.result.value));
}
