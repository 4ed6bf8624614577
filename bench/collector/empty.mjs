import { createServer } from 'node:http';

// What every server of Node takes to start.
const server = createServer((_, response) => response.end());
server.listen(0, () => console.log(`"address":"http://127.0.0.1:${server.address().port}"`));
