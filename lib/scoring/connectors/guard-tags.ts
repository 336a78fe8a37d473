const invisible = '\u200b'
const maxPasses = 10

/**
 * A text in which a step tag is none any more, for a solution that writes one would get scores of steps that it does not
 * have: a character that no one sees stands within it. Other texts are left alone.
 */
export function guardTag(text: string, tag: string): string {
  const [first = '', ...rest] = tag
  const separated = rest.length > 0 ? `${first}${invisible}${rest.join('')}` : ' '
  let guarded = text
  for (let pass = 0; pass < maxPasses && guarded.includes(tag); pass++)
    guarded = guarded.replaceAll(tag, () => separated)
  // A tag made of what is put into it: it goes.
  while (guarded.includes(tag)) guarded = guarded.replaceAll(tag, '')
  return guarded
}
