import type { ErrorTag } from '@/lib/projects/error-tags'

export type ReadErrorTags = { ok: true; errorTags: ErrorTag[] } | { ok: false; error: string }

const tagPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const maxKinds = 20
const maxTag = 40
const maxWords = 120

/** Kinds of error as they stand in the form: one a line, `tag: words`. */
export function writeErrorTags(errorTags: readonly ErrorTag[]): string {
  return errorTags.map(({ tag, words }) => `${tag}: ${words}`).join('\n')
}

/** The same read again; the first line that cannot be is named. Blank lines do not count. */
export function readErrorTags(text: string): ReadErrorTags {
  const errorTags: ErrorTag[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const at = line.indexOf(':')
    const tag = line.slice(0, Math.max(at, 0)).trim()
    const words = line.slice(at + 1).trim()
    const wrong = findWrong(at, tag, words, errorTags)
    if (wrong) return { ok: false, error: `Line ${index + 1}: ${wrong}` }
    errorTags.push({ tag, words })
  }
  if (errorTags.length > maxKinds)
    return { ok: false, error: `At most ${maxKinds} kinds; these are ${errorTags.length}.` }
  return { ok: true, errorTags }
}

function findWrong(
  at: number,
  tag: string,
  words: string,
  before: readonly ErrorTag[],
): string | null {
  if (at < 0) return 'write a tag, a colon and the words, as in "off-by-one: A bound is off".'
  if (!tagPattern.test(tag))
    return `the tag "${tag}" may hold small letters, digits and single hyphens only.`
  if (tag.length > maxTag) return `the tag has more than ${maxTag} characters.`
  if (words === '') return `say in words what "${tag}" means.`
  if (words.length > maxWords) return `the words have more than ${maxWords} characters.`
  if (before.some((kind) => kind.tag === tag)) return `the tag "${tag}" stands there already.`
  return null
}
