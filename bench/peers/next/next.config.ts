import type { NextConfig } from 'next';

const config: NextConfig = { output: 'export', experimental: { inlineCss: true } };
export default config;
