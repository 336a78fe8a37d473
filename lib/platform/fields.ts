import { z } from './contract'

/** Text as PostgreSQL can hold it and as it was meant: well-formed Unicode, no NUL. */
export const textField = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      message: 'holds a NUL or half of a surrogate pair',
    })

/** The same, with something in it. */
export const filledTextField = (maxLength: number) =>
  textField(maxLength).refine((text) => text.trim() !== '', { message: 'is empty' })

/** The largest number that a column of 32 bits holds, and the smallest. */
export const int32Max = 2_147_483_647
export const int32Min = -int32Max - 1

export const idField = z.uuid()

/** PostgreSQL counts from 1 BC to 1 AD, and its zones are less than 16 hours from UTC. */
const isKept = (text: string) => !text.startsWith('0000') && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text)
const notKept = 'is no time that can be kept'

/** Days and instants that are asked by: `2026-11-22`, `2026-11-22T10:00:00Z`. */
export const dayField = z.iso.date().refine(isKept, notKept)
export const instantField = z.iso.datetime().refine(isKept, notKept)
/** The same, also with an offset: `2026-11-22T10:00:00+01:00`. */
export const zonedInstantField = z.iso.datetime({ offset: true }).refine(isKept, notKept)

/** The project's name in addresses: `competition-maths`. */
export const projectField = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lowercase letters, digits and hyphens')
  .max(60)

export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ message: 'is not an e-mail address' }))

/** Lets pages refresh a stored result without computing the same thing twice. */
export const onlyIfOutdatedField = z
  .boolean()
  .default(false)
  .describe('Return the newest result instead, unless the data has changed since')
