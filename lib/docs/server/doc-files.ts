import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDocHref } from '@/lib/docs/resolve-doc-link'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const folder = join(repositoryRoot, 'docs')
const isServed = (path: string) => /\.(md|json)$/.test(path) || /^images\/[\w-]+\.webp$/.test(path)

/** Pages outside `docs/` that the app serves too. Links to other files become plain text. */
const rootPages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']

let files: ReadonlySet<string> | null = null

/**
 * Pages and images of the documentation, as paths from `docs/`. Listed once, and nothing else is
 * ever opened.
 */
export function listDocFiles(): ReadonlySet<string> {
  files ??= new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((path) => path.replaceAll('\\', '/'))
          .filter(isServed)
          .concat(
            rootPages.map((name) => `../${name}`).filter((path) => existsSync(join(folder, path))),
          )
      : [],
  )
  return files
}

/** The file of a page by its address; null if there is none. */
export function findDocFile(href: string): string | null {
  return (
    [...listDocFiles()].find((file) => !file.endsWith('.webp') && makeDocHref(file) === href) ??
    null
  )
}

/** The Markdown of a file from `findDocFile`; of JSON, a code block. */
export async function readDocFileText(file: string): Promise<string> {
  const text = await readFile(join(folder, file), 'utf8')
  return file.endsWith('.json') ? `# ${file}\n\n\`\`\`json\n${text}\n\`\`\`\n` : text
}

/** The bytes of an image by its file name; null if there is none. */
export async function readDocImage(name: string): Promise<Buffer | null> {
  const file = `images/${name}`
  return listDocFiles().has(file) ? readFile(join(folder, file)) : null
}
