import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Requests under way get so long to finish; the process promises to be gone within ten seconds. */
const GRACE_MS = 7_000;
/** A request may be on its way on a connection that looks idle: it is still taken, and answered. */
const LINGER_MS = 250;

/**
 * Node's own `close` cuts connections whose answer has been handed over but not yet been sent, which a
 * proxy cannot repair. This knows what is under way: a connection goes when its last answer has left.
 * @returns what closes the server: no new connections, and resolved when all are gone.
 */
export function makeDrainable(server: Server): () => Promise<void> {
  const answersUnderWay = new Map<Socket, number>();
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    answersUnderWay.set(socket, 0);
    socket.once('close', () => answersUnderWay.delete(socket));
  });
  server.prependListener('request', ({ socket }, answer) => {
    count(socket, 1);
    if (isClosing) answer.setHeader('Connection', 'close');
    // It comes once anyhow; `once` would have to take its listener away again, for every answer.
    answer.on('close', () => {
      count(socket, -1);
      if (isClosing) endIfIdle(socket);
    });
  });

  function count(socket: Socket, change: 1 | -1): void {
    const before = answersUnderWay.get(socket);
    if (before !== undefined) answersUnderWay.set(socket, before + change);
  }

  function endIfIdle(socket: Socket): void {
    if (answersUnderWay.get(socket) === 0) socket.destroySoon();
  }

  return async function close() {
    isClosing = true;
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const lingered = setTimeout(() => {
      for (const socket of answersUnderWay.keys()) endIfIdle(socket);
    }, LINGER_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(lingered);
    clearTimeout(cutOff);
  };
}
