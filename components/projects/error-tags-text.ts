import type { FieldResult } from '@/components/ui/field-result'
import type { ErrorTag } from '@/lib/projects/error-tags'

const tagPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const maxErrorTypes = 20
const maxTagLength = 40
const maxLabelLength = 120

/** Error types as text: one per line, `id: name`. */
export function formatErrorTags(errorTags: readonly ErrorTag[]): string {
  return errorTags.map(({ tag, label }) => `${tag}: ${label}`).join('\n')
}

/** Parses a text in this format, or returns the error of the first invalid line. Ignores blank lines. */
export function parseErrorTags(text: string): FieldResult<ErrorTag[]> {
  const errorTags: ErrorTag[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    const tag = line.slice(0, Math.max(colon, 0)).trim()
    const label = line.slice(colon + 1).trim()
    const lineError = findLineError(colon, tag, label, errorTags)
    if (lineError) return { error: `Line ${index + 1}: ${lineError}` }
    errorTags.push({ tag, label })
  }
  if (errorTags.length > maxErrorTypes)
    return { error: `At most ${maxErrorTypes} error types. You have ${errorTags.length}.` }
  return { value: errorTags }
}

function findLineError(
  colon: number,
  tag: string,
  label: string,
  earlierTags: readonly ErrorTag[],
): string | null {
  if (colon < 0) return 'write an id, a colon and a name, for example "off-by-one: A bound is off".'
  if (!tagPattern.test(tag))
    return `the id "${tag}" can only contain lowercase letters, digits and hyphens.`
  if (tag.length > maxTagLength) return `the id has more than ${maxTagLength} characters.`
  if (label === '') return `add a name for "${tag}".`
  if (label.length > maxLabelLength) return `the name has more than ${maxLabelLength} characters.`
  if (earlierTags.some((earlierTag) => earlierTag.tag === tag))
    return `the id "${tag}" is already listed.`
  return null
}
