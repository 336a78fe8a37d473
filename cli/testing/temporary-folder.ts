import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A temporary folder for a test file, removed when its tests end. */
export function useTemporaryFolder(): {
  path(name: string): string
  write(name: string, text: string): string
} {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stepmark-cli-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  const write = (name: string, text: string) => {
    writeFileSync(path(name), text)
    return path(name)
  }
  return { path, write }
}
