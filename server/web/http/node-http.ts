/**
 * `import` would evaluate every export of node:http. One of them, WebSocket, loads a whole HTTP client: 60 ms
 * and some megabytes at startup.
 */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http');
