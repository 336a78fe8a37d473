// `prisma generate` needs no engine, but stops when it cannot download one unless a path is set.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

import { defineConfig } from 'prisma/config'

export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } })
