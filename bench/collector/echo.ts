import Fastify from 'fastify';
import { createCollector } from '#server/app/collector.ts';
import { readConfig } from '#server/base/config.ts';
import { createLog } from '#server/base/log.ts';
import { loadBuild } from '#server/base/build.ts';

/**
 * The real collector with one more route on the same server: `POST /echo` returns the JSON it got. It is the
 * baseline for the cost of storing. No mail is sent meanwhile. usage: node echo.ts <dist>
 */
const config = readConfig(process.env);
const log = createLog(
  (line) => process.stdout.write(line),
  () => new Date(),
);
const dist = process.argv[2] ?? '';
const { app } = await createCollector(config, {
  build: loadBuild(dist),
  log,
  now: Date.now,
  steadyNow: Date.now,
  random: Math.random,
  onFatal: ({ message }) => {
    log.error(message);
    process.exit(1);
  },
});

const echo = Fastify();
echo.post('/echo', (request, reply) => reply.send(request.body));
await echo.ready();
const [answer] = app.server.listeners('request');
app.server.removeAllListeners('request');
app.server.on('request', (request, response) => {
  if (request.url === '/echo') echo.routing(request, response);
  else answer?.call(app.server, request, response);
});
app.server.listen({ host: config.host, port: config.port }, () => {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : config.port;
  log.info('listening', { address: `http://${config.host}:${port}` });
});
