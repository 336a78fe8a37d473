const zeroWidthSpace = '\u200b'
const maxPasses = 10

/**
 * Breaks step tags in a text with an invisible character, because a solution that contains a tag would get scores for
 * steps that it does not have. Leaves other texts unchanged.
 */
export function escapeStepTags(text: string, tag: string): string {
  const [first = '', ...otherCharacters] = tag
  const brokenTag =
    otherCharacters.length > 0 ? `${first}${zeroWidthSpace}${otherCharacters.join('')}` : ' '
  let brokenText = text
  for (let pass = 0; pass < maxPasses && brokenText.includes(tag); pass++)
    brokenText = brokenText.replaceAll(tag, () => brokenTag)
  // If the replacement forms a new tag each time, the tag is removed.
  while (brokenText.includes(tag)) brokenText = brokenText.replaceAll(tag, '')
  return brokenText
}
