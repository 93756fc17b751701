import { createServer } from 'node:http';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client, Pool } from 'pg';

// Loaded into the built shop (`node --import`): counts what it asks of its database and how long it
// waits for the answers, and tells whoever asks at WATCH_PORT.

let databaseMs = 0;
let statements = 0;

function waited(since: number): void {
  databaseMs += performance.now() - since;
}

StatementSync.prototype.run = counted(StatementSync.prototype.run);
StatementSync.prototype.all = counted(StatementSync.prototype.all);
StatementSync.prototype.get = counted(StatementSync.prototype.get);
DatabaseSync.prototype.prepare = timed(DatabaseSync.prototype.prepare);
Client.prototype.query = counted(Client.prototype.query);
// To wait for a connection is to wait for the database.
Pool.prototype.connect = timed(Pool.prototype.connect);

createServer((_, answer) => {
  const { user, system } = process.cpuUsage();
  answer.end(JSON.stringify({ databaseMs, statements, processorMs: (user + system) / 1_000 }));
})
  .listen(Number(process.env.WATCH_PORT), '127.0.0.1')
  .unref();

function counted<F extends (...given: never[]) => unknown>(asked: F): F {
  return new Proxy(timed(asked), {
    apply(target, self, given) {
      statements += 1;
      return Reflect.apply(target, self, given);
    },
  });
}

function timed<F extends (...given: never[]) => unknown>(asked: F): F {
  return new Proxy(asked, {
    apply(target, self, given) {
      const since = performance.now();
      const answer: unknown = Reflect.apply(target, self, given);
      const isThere = () => waited(since);
      if (answer instanceof Promise) answer.then(isThere, isThere);
      else isThere();
      return answer;
    },
  });
}
