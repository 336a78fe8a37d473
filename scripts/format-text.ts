import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/**
 * Formats generated text as `npm run format` formats the file at `path`. Throws if it does not
 * parse.
 */
export async function formatSourceText(
  path: string,
  text: string,
  options: FormatConfig = {},
): Promise<string> {
  const settings = readFileSync(join(repositoryRoot, '.oxfmtrc.json'), 'utf8')
  const { code, errors } = await format(path, text, {
    ...(JSON.parse(settings) as FormatConfig),
    ...options,
  })
  if (errors.length > 0)
    throw new Error(`${path}: ${errors.map(({ message }) => message).join(' ')}`)
  return code
}
