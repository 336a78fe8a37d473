import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { TestContext } from 'vitest'

/** Real data lies beside a checkout of ours, never in it. */
const sharedData = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))

/**
 * The lines of a file of real data, without their newlines. Skips the test, and says so, where the
 * data is absent.
 *
 * @param name a path under `../shared/data`, counted from the repository
 */
export function readSharedLines(context: TestContext, name: string): string[] {
  const path = sharedData + name
  context.skip(!existsSync(path), `real data is absent: ${path}`)
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

/** The same, as it is. */
export function readSharedFile(context: TestContext, name: string): Uint8Array {
  const path = sharedData + name
  context.skip(!existsSync(path), `real data is absent: ${path}`)
  return readFileSync(path)
}
