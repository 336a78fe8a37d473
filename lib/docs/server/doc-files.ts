import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDocHref } from '@/lib/docs/resolve-doc-link'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const folder = join(repositoryRoot, 'docs')
const isServed = (path: string) => path.endsWith('.md') || /^images\/[\w-]+\.webp$/.test(path)

let files: ReadonlySet<string> | null = null

/**
 * Pages and images of the documentation, as paths below `docs/`. Listed once, and nothing else is
 * ever opened.
 */
export function listDocFiles(): ReadonlySet<string> {
  files ??= new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((path) => path.replaceAll('\\', '/'))
          .filter(isServed)
      : [],
  )
  return files
}

/** The file of a page by its address; null if there is none. */
export function findDocFile(href: string): string | null {
  return (
    [...listDocFiles()].find((file) => file.endsWith('.md') && makeDocHref(file) === href) ?? null
  )
}

/** The text of a file from `findDocFile`. */
export const readDocFileText = (file: string): Promise<string> =>
  readFile(join(folder, file), 'utf8')

/** The bytes of an image by its file name; null if there is none. */
export async function readDocImage(name: string): Promise<Buffer | null> {
  const file = `images/${name}`
  return listDocFiles().has(file) ? readFile(join(folder, file)) : null
}
