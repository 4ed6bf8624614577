import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

// A mail server in a separate process, so that it does not share a core with the measured code. It accepts
// every mail after a delay. usage: node launch-smtp.ts <milliseconds>
const replyMs = Number(process.argv[2]);

const server = new SMTPServer({
  authOptional: true,
  logger: false,
  disableReverseLookup: true,
  onData: (stream, _session, callback) => {
    stream.resume();
    stream.once('end', () => setTimeout(callback, replyMs));
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
const { port } = server.server.address() as AddressInfo;
process.send?.(`smtp://127.0.0.1:${port}`);
process.once('disconnect', () => process.exit());
