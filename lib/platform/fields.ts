import { z } from './contract'
import { hasInvisibleCharacter, invisibleCharacters } from './invisible-characters'

/** Pattern in the API description of a text without these characters. `isNonBlank`: the text must not be blank either. */
export const makeTextPattern = (
  forbiddenCharacters: string,
  { isNonBlank }: { isNonBlank: boolean },
) =>
  isNonBlank
    ? `^[^${forbiddenCharacters}]*[^\\s${forbiddenCharacters}][^${forbiddenCharacters}]*$`
    : `^[^${forbiddenCharacters}]*$`

const nul = '\\u0000'

/** Text that PostgreSQL can store: well-formed Unicode without NUL. */
export const textField = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      message: 'contains a NUL character or half of a surrogate pair',
    })
    .openapi({ pattern: makeTextPattern(nul, { isNonBlank: false }) })

/** Like `textField`, but not blank. */
export const nonBlankTextField = (maxLength: number) =>
  textField(maxLength)
    .refine((text) => text.trim() !== '', { message: 'is empty' })
    .openapi({ pattern: makeTextPattern(nul, { isNonBlank: true }) })

/** A name on one line. Characters that change the text direction are rejected, because a name could look like another one. */
export const nameField = (maxLength: number) =>
  nonBlankTextField(maxLength)
    .refine((text) => !hasInvisibleCharacter(text), {
      message: 'contains a control character or a mark that changes the text direction',
    })
    .openapi({ pattern: makeTextPattern(invisibleCharacters, { isNonBlank: true }) })

/** Describes the keys of an object in the API description. The generator's types lack this JSON Schema keyword. */
export const toPropertyNamesKeyword = (
  propertyNames: { pattern: string } | { enum: readonly string[] },
): object => ({ propertyNames })

/** Bounds of a 32-bit integer column. */
export const int32Max = 2_147_483_647
export const int32Min = -int32Max - 1

export const idField = z.uuid()

/** PostgreSQL has no year 0, and supports only zones less than 16 hours from UTC. */
const isStorable = (text: string) =>
  !text.startsWith('0000') && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text)
const notStorableMessage = 'is outside the supported range of dates'

/** The pattern, for the API description, of instants: `format` alone also allows offsets and other spellings. */
const instantPattern = z.regexes.datetime({}).source.replace('^', '^(?!0000)')
const zonedInstantPattern = z.regexes
  .datetime({ offset: true })
  .source.replace('^', String.raw`^(?!0000)(?!.*[+-](?:1[6-9]|2\d):\d\d$)`)

/** Cursor of a page: microseconds since 1970 and an id. */
export const pageCursorField = z
  .string()
  .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a cursor of this list')

/** `2026-11-22` */
export const dayField = z.iso
  .date()
  .refine(isStorable, notStorableMessage)
  .openapi({ pattern: z.regexes.date.source.replace('^', '^(?!0000)') })
/** `2026-11-22T10:00:00Z` */
export const instantField = z.iso
  .datetime()
  .refine(isStorable, notStorableMessage)
  .openapi({ pattern: instantPattern })
/** An instant that may have an offset: `2026-11-22T10:00:00+01:00`. */
export const zonedInstantField = z.iso
  .datetime({ offset: true })
  .refine(isStorable, notStorableMessage)
  .openapi({ pattern: zonedInstantPattern })

/** Whether a range of days does not end before its first day. */
export const hasOrderedDays = ({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}) => from === undefined || to === undefined || to >= from
export const reversedDaysIssue = { path: ['to'], message: 'The last day is before the first day.' }

/** Whether a range whose end is excluded can contain anything. */
export const hasOrderedInstants = ({
  from,
  until,
}: {
  from?: string | undefined
  until?: string | undefined
}) => from === undefined || until === undefined || Date.parse(until) > Date.parse(from)
export const emptyRangeIssue = { path: ['until'], message: 'The end is not after the start.' }

/** Project name in URLs: `competition-maths`. */
export const projectSlugField = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lowercase letters, digits and hyphens')
  .max(60)

const emailMaxLength = 254

export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(emailMaxLength)
  .pipe(z.email({ message: 'must be an email address' }))
  // The description of a pipe is that of its input, which is any text.
  .openapi({ pattern: z.regexes.email.source })

/** Lets a page refresh a stored result without computing it twice. */
export const onlyIfOutdatedField = z
  .boolean()
  .default(false)
  .describe('Return the newest result instead if the data has not changed since')
