/**
 * `import` would read every export of node:http, and one of them, WebSocket, loads a whole HTTP client with it:
 * 60 ms and some megabytes at start.
 */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http');
