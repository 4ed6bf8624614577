// usage: node certificate.mjs; prints { key, certificate } for localhost, self-made, good for a few days.
import { generate } from 'selfsigned';

const { private: key, cert: certificate } = await generate([{ name: 'commonName', value: 'localhost' }], {
  extensions: [
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ],
});
console.log(JSON.stringify({ key, certificate }));
