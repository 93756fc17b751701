import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Listening } from './listen.ts';

/** Requests under way get so long to finish. */
const GRACE_MS = 7_000;
/** A request may be on its way on a connection that looks idle: it is still taken, and answered. */
const LINGER_MS = 250;

/**
 * Node's own `close` cuts connections whose answer has been handed over but not yet been sent, which a
 * proxy cannot repair. This knows what is under way: a connection goes when its last answer has left.
 * @returns what closes the server: for `noticeMs` it takes whatever comes, but each answer is the last of
 * its connection; then `endStreams` ends the answers that have no end of their own, and no new
 * connections, and resolved when all are gone.
 */
export function makeDrainable(server: Server): Listening['close'] {
  const answersUnderWay = new Map<Socket, number>();
  let isClosing = false;

  server.on('connection', (socket: Socket) => {
    answersUnderWay.set(socket, 0);
    socket.on('close', forget);
  });
  server.prependListener('request', ({ socket }, answer) => {
    count(socket, 1);
    if (isClosing) answer.setHeader('Connection', 'close');
    // An answer that breaks off takes its connection with it.
    answer.on('finish', () => {
      count(socket, -1);
      if (isClosing) endIfIdle(socket);
    });
  });

  /** One for all connections, of which there may be ten thousands. */
  function forget(this: Socket): void {
    answersUnderWay.delete(this);
  }

  function count(socket: Socket, change: 1 | -1): void {
    const before = answersUnderWay.get(socket);
    if (before !== undefined) answersUnderWay.set(socket, before + change);
  }

  function endIfIdle(socket: Socket): void {
    if (answersUnderWay.get(socket) === 0) socket.destroySoon();
  }

  return async function close(noticeMs = 0, endStreams) {
    isClosing = true;
    if (noticeMs > 0) await pause(noticeMs);
    const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const lingered = setTimeout(() => {
      for (const socket of answersUnderWay.keys()) endIfIdle(socket);
    }, LINGER_MS);
    // Not before: listeners whose stream ends connect again at once, and would connect to this server.
    await Promise.all([closed, endStreams?.()]);
    clearTimeout(lingered);
    clearTimeout(cutOff);
  };
}
