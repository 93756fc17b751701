import { createServer } from 'node:http';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client, Pool } from 'pg';

// Loaded into the built shop (`node --import`): counts its SQL statements and the time it waits for
// them, and serves the counters on WATCH_PORT.

let databaseMs = 0;
let statements = 0;

function addTime(since: number): void {
  databaseMs += performance.now() - since;
}

StatementSync.prototype.run = counted(StatementSync.prototype.run);
StatementSync.prototype.all = counted(StatementSync.prototype.all);
StatementSync.prototype.get = counted(StatementSync.prototype.get);
DatabaseSync.prototype.prepare = timed(DatabaseSync.prototype.prepare);
Client.prototype.query = counted(Client.prototype.query);
// Waiting for a connection counts as database time.
Pool.prototype.connect = timed(Pool.prototype.connect);

createServer((_, response) => {
  const { user, system } = process.cpuUsage();
  response.end(JSON.stringify({ databaseMs, statements, processorMs: (user + system) / 1_000 }));
})
  .listen(Number(process.env.WATCH_PORT), '127.0.0.1')
  .unref();

function counted<F extends (...given: never[]) => unknown>(method: F): F {
  return new Proxy(timed(method), {
    apply(target, self, given) {
      statements += 1;
      return Reflect.apply(target, self, given);
    },
  });
}

function timed<F extends (...given: never[]) => unknown>(method: F): F {
  return new Proxy(method, {
    apply(target, self, given) {
      const since = performance.now();
      const result: unknown = Reflect.apply(target, self, given);
      const stop = () => addTime(since);
      if (result instanceof Promise) result.then(stop, stop);
      else stop();
      return result;
    },
  });
}
