// Writes .oxlintrc.json: node --import ./scripts/loader.mjs scripts/write-lint-config.ts
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatOxlintConfig } from './lint/config'

const path = fileURLToPath(new URL('../.oxlintrc.json', import.meta.url))
writeFileSync(path, await formatOxlintConfig())
