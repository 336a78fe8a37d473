import { readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hostileNames } from '@/lib/platform/testing/hostile-names'
import { downloadFile } from './download-file'
import type { ProjectConnection } from './server-connection'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

/** Fails if it is used: the name is checked before any request. */
const context = new Proxy({} as ProjectConnection, {
  get: (_, key) => {
    throw new Error(`${String(key)} was asked for`)
  },
})

test('downloadFile rejects file names that lead out of the folder or are not plain file names', async () => {
  const safe: string[] = []
  for (const name of hostileNames) {
    const file = { name, bytes: 1, sha256: '0'.repeat(64), rows: null, mediaType: '' }
    const outcome = await downloadFile(context, 1, file as never, folder.path('.')).catch(
      (error: unknown) => error as Error,
    )
    const message = (outcome as Error).message
    if (message.endsWith('was asked for')) safe.push(name)
    else
      expect(message).toMatch(/^The server sent the invalid file name ".*". Nothing was written/s)
    // Its text is safe to print to a terminal.
    expect(message).not.toMatch(/[\0-\x08\x0b-\x1f\x7f\u202e]/)
  }
  for (const name of safe) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
  expect(safe.length).toBeLessThan(hostileNames.length / 3)
  expect(readdirSync(folder.path('.'))).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'downloadFile does not write through a symbolic link in the folder',
  async () => {
    const [outsidePath, link] = [folder.path('outside.txt'), folder.path('a.jsonl.partial')]
    writeFileSync(outsidePath, 'mine')
    symlinkSync(outsidePath, link)
    const file = { name: 'a.jsonl', bytes: 9, sha256: '0'.repeat(64), rows: null, mediaType: '' }
    const quiet = { terminal: { stderr: { isTTY: false, write: () => true } }, signal: undefined }
    const outcome = downloadFile(quiet as never, 1, file, folder.path('.'))
    await expect(outcome).rejects.toThrow('Nothing was downloaded.')
    expect(readFileSync(outsidePath, 'utf8')).toBe('mine')
    unlinkSync(link)
    unlinkSync(outsidePath)
  },
)
