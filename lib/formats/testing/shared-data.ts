import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'

/** Real data is in a folder next to the repository, never in it. */
const sharedData = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))

/**
 * The lines of a file of real data, without newlines. Skips the test with a message if the data is
 * missing.
 *
 * @param name a path in that folder
 */
export function readSharedDataLines(context: TestContext, name: string): string[] {
  const path = sharedData + name
  context.skip(!existsSync(path), `real data is absent: ${path}`)
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

/** The bytes of a file of real data. Skips the test like `readSharedDataLines`. */
export function readSharedDataFile(context: TestContext, name: string): Uint8Array {
  const path = sharedData + name
  context.skip(!existsSync(path), `real data is absent: ${path}`)
  return readFileSync(path)
}
