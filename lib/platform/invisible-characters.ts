/** Control characters, line breaks and marks that change the direction of the text around them, for a character class. */
export const invisibleCharacters =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'

const invisiblePattern = new RegExp(`[${invisibleCharacters}]`)

/** Whether a name can look like another one, or break the line that it is in. */
export const hasInvisibleCharacter = (name: string): boolean => invisiblePattern.test(name)
