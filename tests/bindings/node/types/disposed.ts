// Where a compiler knows how.
import { Files, Sandbox, Session } from 'pysub';

await using sandbox = new Sandbox('1');
using session = new Session();
using files = new Files();
console.log(await sandbox.runToEnd(), session.closed, files.list('/'));
