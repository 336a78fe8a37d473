import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A raw template, or a character outside Latin-1 with the backslashes before it: an odd number of them escapes it. */
const rawTemplateOrCharacter = /\bString\.raw\s*`(?:\\[^]|[^`\\])*`|(\\*)([^\0-\xff])/g
/** Substitutions of a raw template in which nothing is replaced. */
const simpleSubstitutions = /\$\{[\w$.]*\}/g

/**
 * JavaScript with escapes instead of characters outside Latin-1. V8 stores a source with a single such character as UTF-16,
 * which is twice as large.
 */
export function escapeNonLatin1(source: string): string {
  if (!/[^\0-\xff]/.test(source)) return source
  return source.replace(
    rawTemplateOrCharacter,
    (match, backslashes: string | undefined, character: string) => {
      if (backslashes === undefined) return escapeInRawTemplate(match)
      const before = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1)
      return before + makeEscape(character)
    },
  )
}

const makeEscape = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes would be part of the value, so characters become substitutions. */
function escapeInRawTemplate(template: string): string {
  const endsInSubstitution = template.lastIndexOf('${') > template.lastIndexOf('}')
  if (!endsInSubstitution && !/[^\0-\xff]/.test(template)) return template
  if (
    endsInSubstitution ||
    /\\[^\0-\xff]/.test(template) ||
    template.replace(simpleSubstitutions, '').includes('${')
  )
    throw new Error(`Characters outside Latin-1 can’t be escaped here: ${template.slice(0, 200)}`)
  return template.replace(/[^\0-\xff]+/g, (characters) => {
    const escapes = characters.split('').map(makeEscape)
    return `\${"${escapes.join('')}"}`
  })
}

/** Escapes the JavaScript files of a folder, at any depth. */
export function escapeNonLatin1InFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.m?js$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const source = readFileSync(path, 'utf8')
    const escaped = escapeNonLatin1(source)
    if (escaped !== source) writeFileSync(path, escaped)
  }
}
